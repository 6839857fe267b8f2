/**
 * The tables of a run log, format 2. `docs/guides/store-schema.md` describes every table and view for people who read
 * the file with their own tools. A change here is a new format: raise `formatVersion` and keep a step from each older one.
 */
import { isOfApproval, viewsSql } from "./views.ts";

/** "KGMI": tells our files from other people's SQLite files. */
export const applicationId = 0x4b474d49;
export const formatVersion = 2;

export const schemaSql = `
  -- Changes when a run starts to wait, moves on or ends, not with each event: what the last event says is in \`event\`.
  CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    run_id TEXT NOT NULL UNIQUE,
    agent_id TEXT NOT NULL,
    session_id TEXT,
    parent_run_id TEXT,
    labels TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    ended_at INTEGER,
    wake_at INTEGER,
    -- Since when, or from when on, the run can move; NULL at rest.
    ready_at INTEGER,
    owner TEXT,
    lease_until INTEGER NOT NULL DEFAULT 0,
    -- Counts the claims of the run; never goes back.
    fence INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Only runs that can move are in it, in the order in which they may be claimed: runs at rest cost a claim nothing.
  CREATE INDEX run_claimable ON run (agent_id, max(ready_at, lease_until)) WHERE ready_at IS NOT NULL;
  -- For retention: the runs that may be forgotten, oldest first.
  CREATE INDEX run_ended ON run (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX run_by_agent ON run (agent_id);
  CREATE INDEX run_by_status ON run (status);
  CREATE INDEX run_by_session ON run (session_id) WHERE session_id IS NOT NULL;
  CREATE INDEX run_by_parent ON run (parent_run_id) WHERE parent_run_id IS NOT NULL;

  CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    turn INTEGER,
    -- What happened, without what the columns say: who, where and when.
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_in_order ON event (run, seq);
  -- What an approval is made of is rare: its own small index lists approvals without reading every event.
  CREATE INDEX event_of_approval ON event (run) WHERE ${isOfApproval};

  CREATE TABLE session (
    id INTEGER PRIMARY KEY,
    session_id TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    labels TEXT
  ) STRICT;

  -- The words of each event by event.id, without a copy of the text. Filled when somebody searches, not when one writes.
  CREATE VIRTUAL TABLE event_search USING fts5 (words, content = '', contentless_delete = 1);

  ${viewsSql}

  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;

/** By the format that a file has: what makes it the next one. */
export const upgradesSql: Readonly<Record<number, string>> = {
  // Bodies written so far say of themselves what the columns say now, and are left as they are.
  1: `
    ALTER TABLE event ADD COLUMN turn INTEGER;
    DROP VIEW IF EXISTS spans; DROP VIEW IF EXISTS approvals; DROP VIEW IF EXISTS tool_calls; DROP VIEW IF EXISTS events;
    DROP VIEW IF EXISTS runs;
    ${viewsSql}
    PRAGMA user_version = 2;
  `,
};
