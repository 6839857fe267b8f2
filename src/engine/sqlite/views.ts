/** The readable side of the file: `runs`, `events`, `tool_calls`, `approvals`, `spans`. For people, and for reading only. */

/**
 * Shared with an index, which SQLite uses for a condition of the very same spelling. Not `IN`: every insert of an event
 * evaluates it, and a list of more than two is a table that SQLite builds each time.
 */
export const isOfApproval =
  "(type = 'await_confirmation' OR type = 'approval_requested' OR type = 'approval_decided' OR type = 'approval_expired')";

export const viewsSql = `
  CREATE VIEW runs AS
  SELECT run_id, agent_id, session_id, parent_run_id, status, labels, created_at,
    coalesce((SELECT at FROM event WHERE run = run.id ORDER BY seq DESC LIMIT 1), created_at) AS updated_at, ended_at,
    coalesce((SELECT max(seq) FROM event WHERE run = run.id), 0) AS last_event_id,
    wake_at, owner, CASE WHEN owner IS NOT NULL THEN lease_until END AS lease_until, run.id AS position
  FROM run;

  CREATE VIEW events AS
  SELECT run.run_id, run.agent_id, run.session_id, event.seq AS id, event.type, event.turn, event.at,
    strftime('%Y-%m-%dT%H:%M:%fZ', event.at / 1000.0, 'unixepoch') AS time, event.body
  FROM event JOIN run ON run.id = event.run;

  CREATE VIEW tool_calls AS
  SELECT run.run_id, call.call_id, call.tool, call.effect,
    CASE
      WHEN call.outcome = 'success' THEN 'succeeded'
      WHEN call.outcome = 'failure' THEN 'failed'
      WHEN call.is_unknown THEN 'unknown'
      WHEN call.started_at IS NOT NULL THEN 'started'
      ELSE 'scheduled'
    END AS status,
    call.attempts, call.args, call.result, call.scheduled_at, call.started_at, call.ended_at
  FROM (
    SELECT run, body ->> '$.callId' AS call_id,
      max(body ->> '$.tool') AS tool,
      max(body ->> '$.effect') AS effect,
      max(body ->> '$.outcome.type') AS outcome,
      max(type = 'tool_outcome_unknown') AS is_unknown,
      coalesce(max(body ->> '$.attempt'), 0) AS attempts,
      max(CASE WHEN type = 'tool_call_scheduled' THEN body -> '$.args' END) AS args,
      max(body -> '$.outcome') AS result,
      min(CASE WHEN type = 'tool_call_scheduled' THEN at END) AS scheduled_at,
      min(CASE WHEN type = 'tool_call_started' THEN at END) AS started_at,
      max(CASE WHEN type = 'tool_result_received' THEN at END) AS ended_at
    FROM event
    WHERE type IN ('tool_call_scheduled', 'tool_call_started', 'tool_result_received', 'tool_outcome_unknown')
    GROUP BY run, call_id
  ) AS call JOIN run ON run.id = call.run;

  CREATE VIEW approvals AS
  SELECT run.run_id, asked.await_id AS id, asked.call_id, asked.tool, asked.args, asked.title, asked.prompt,
    CASE
      WHEN asked.approved = 1 THEN 'approved'
      WHEN asked.approved = 0 THEN 'denied'
      WHEN asked.is_expired THEN 'expired'
      WHEN run.ended_at IS NOT NULL THEN 'dropped'
      ELSE 'pending'
    END AS status,
    asked.requested_at, asked.expires_at, asked.decided_at, asked.decided_by
  FROM (
    SELECT run, body ->> '$.awaitId' AS await_id,
      max(body ->> '$.callId') AS call_id,
      max(body ->> '$.tool') AS tool,
      max(body -> '$.args') AS args,
      max(body ->> '$.title') AS title,
      max(body ->> '$.prompt') AS prompt,
      max(body ->> '$.approved') AS approved,
      max(type = 'approval_expired') AS is_expired,
      max(CASE WHEN type = 'approval_requested' THEN at END) AS requested_at,
      max(body ->> '$.expiresAt') AS expires_at,
      max(CASE WHEN type = 'approval_decided' THEN at END) AS decided_at,
      max(CASE WHEN type = 'approval_decided' THEN body ->> '$.requestedBy' END) AS decided_by
    FROM event
    WHERE ${isOfApproval}
    GROUP BY run, await_id
  ) AS asked JOIN run ON run.id = asked.run;

  -- Under the ids that tracers give them. A child run's own id is that of its parent and the call, so calls have a mark.
  CREATE VIEW spans AS
  SELECT runs.run_id AS span_id,
    -- A child run hangs under the call it answers, which its first event names.
    coalesce(parent_run_id || '#call/' || (
      SELECT body ->> '$.parent.callId' FROM event JOIN run ON run.id = event.run
      WHERE run.run_id = runs.run_id AND event.seq = 1
    ), parent_run_id) AS parent_span_id,
    run_id, 'run' AS kind, agent_id AS name, status,
    created_at AS started_at, ended_at, ended_at - created_at AS duration_ms
  FROM runs
  UNION ALL
  SELECT run_id || '#call/' || call_id, run_id, run_id, 'tool_call', tool, status,
    coalesce(started_at, scheduled_at), ended_at, ended_at - coalesce(started_at, scheduled_at)
  FROM tool_calls;
`;
