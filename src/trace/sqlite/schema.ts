/**
 * The tables of a trace store. Names and meaning of the columns are those of kantan-llm, whose files are upgraded when
 * they are opened and whose readers can read ours. What searches need besides is computed from those columns, and kept
 * beside them: rows that another program adds are taken in when they are met.
 */

/** "KGTR": tells our files from other people's SQLite files. */
export const applicationId = 0x4b475452;
export const formatVersion = 1;

/** What a file of the original may have; those that are missing are filled from `raw_json`. */
export const spanColumns = [
  "id",
  "trace_id",
  "parent_id",
  "started_at",
  "ended_at",
  "span_type",
  "name",
  "ingest_seq",
  "input",
  "output",
  "output_kind",
  "tool_calls_json",
  "structured_json",
  "rubric_json",
  "usage_json",
  "error_json",
  "raw_json",
] as const;

const millisecondsOf = (column: string) => `CAST(round((julianday(${column}) - 2440587.5) * 86400000) AS INTEGER)`;
const numberAt = (column: string, path: string) =>
  `CASE WHEN json_valid(${column}) AND json_type(${column}, '${path}') IN ('integer', 'real') THEN ${column} ->> '${path}' END`;

/** What a trace used, as an indexed expression. */
export const traceTokens = numberAt("metadata_json", "$.usage_total.total_tokens");
export const traceCost = numberAt("metadata_json", "$.usage_total.cost");

/** What filters look at, computed from a row of `spans`: in the order of the columns of `span_facts`. */
export const factsOfSpan = `
  seq, trace_id, span_type, name, output_kind,
  ${millisecondsOf("started_at")}, ${millisecondsOf("ended_at")},
  error_json IS NOT NULL AND error_json <> 'null',
  coalesce(span_type = 'function', 0) OR (tool_calls_json IS NOT NULL AND tool_calls_json <> 'null'),
  ${numberAt("rubric_json", "$.score")}, ${numberAt("usage_json", "$.total_tokens")}, ${numberAt("usage_json", "$.cost")}`;

/** The scalars of a trace's metadata, from `json_each`: in the order of the columns of `trace_metadata`. */
export const scalarEntry = `
  key, CASE type WHEN 'integer' THEN 'number' WHEN 'real' THEN 'number' WHEN 'text' THEN 'string' ELSE 'boolean' END, atom`;
export const isScalarEntry = "type NOT IN ('object', 'array', 'null')";

const keepMetadata = `
    INSERT OR IGNORE INTO trace_metadata
    SELECT ${scalarEntry}, new.seq FROM json_each(new.metadata_json) WHERE ${isScalarEntry}`;

export const schemaSql = `
  CREATE TABLE traces (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workflow_name TEXT,
    group_id TEXT,
    metadata_json TEXT
  );
  CREATE INDEX trace_by_workflow ON traces (workflow_name);
  CREATE INDEX trace_by_group ON traces (group_id) WHERE group_id IS NOT NULL;
  CREATE INDEX trace_by_tokens ON traces (${traceTokens});
  CREATE INDEX trace_by_cost ON traces (${traceCost});

  -- The scalars among a trace's metadata, to find traces by. Triggers, because another program may write traces, too.
  CREATE TABLE trace_metadata (
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    value NOT NULL,
    trace_seq INTEGER NOT NULL,
    PRIMARY KEY (key, kind, value, trace_seq)
  ) WITHOUT ROWID;
  CREATE TRIGGER trace_metadata_at_insert AFTER INSERT ON traces WHEN json_valid(new.metadata_json) BEGIN
    ${keepMetadata};
  END;
  CREATE TRIGGER trace_metadata_at_update AFTER UPDATE OF metadata_json ON traces WHEN json_valid(new.metadata_json) BEGIN
    ${keepMetadata};
  END;

  CREATE TABLE spans (
    -- Grows with every write and is never used again: the order of all answers, and the place where a page ends.
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    trace_id TEXT NOT NULL,
    parent_id TEXT,
    started_at TEXT,
    ended_at TEXT,
    span_type TEXT,
    name TEXT,
    -- The place within the trace, counted from 1.
    ingest_seq INTEGER,
    input TEXT,
    output TEXT,
    output_kind TEXT,
    tool_calls_json TEXT,
    structured_json TEXT,
    rubric_json TEXT,
    usage_json TEXT,
    error_json TEXT,
    raw_json TEXT
  );
  CREATE INDEX span_in_trace ON spans (trace_id, ingest_seq);

  -- Everything a filter looks at, by spans.seq: spans that do not match are passed over without being read.
  CREATE TABLE span_facts (
    seq INTEGER PRIMARY KEY,
    trace_id TEXT NOT NULL,
    span_type TEXT,
    name TEXT,
    output_kind TEXT,
    -- Instants, whatever offset the text has.
    started_ms INTEGER,
    ended_ms INTEGER,
    is_error INTEGER NOT NULL,
    is_tool_call INTEGER NOT NULL,
    score REAL,
    total_tokens INTEGER,
    cost REAL
  );
  CREATE INDEX fact_times ON span_facts (trace_id, started_ms, ended_ms);
  CREATE INDEX fact_start ON span_facts (started_ms);
  CREATE INDEX fact_name ON span_facts (name);
  CREATE INDEX fact_type ON span_facts (span_type);
  CREATE INDEX fact_kind ON span_facts (output_kind) WHERE output_kind IS NOT NULL;
  CREATE INDEX fact_error ON span_facts (is_error) WHERE is_error;
  CREATE INDEX fact_score ON span_facts (score) WHERE score IS NOT NULL;
  CREATE INDEX fact_tokens ON span_facts (total_tokens) WHERE total_tokens IS NOT NULL;
  CREATE INDEX fact_cost ON span_facts (cost) WHERE cost IS NOT NULL;

  -- Every three letters of inputs and outputs, case folded, without a copy of the text. The rowid is -spans.seq.
  CREATE VIRTUAL TABLE span_search USING fts5 (
    input, output, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
  );

  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;
