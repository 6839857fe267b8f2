/**
 * Who drives which run. A claim lasts until its time unless it is renewed, so the runs of a process that died are taken
 * over; its fence only grows, so whatever the dead process still sends is refused.
 */
import type { Claim, ClaimRequest } from "../run-log.ts";
import { numberOf } from "./rows.ts";
import type { Sql } from "./statements.ts";

// One step down the index for each agent; its expression and its condition have to be spelled as in the schema.
const firstOfEachAgent = `
  SELECT (
    SELECT id FROM run
    WHERE agent_id = agent.value AND ready_at IS NOT NULL
    ORDER BY max(ready_at, lease_until) LIMIT 1
  ) AS id FROM json_each(?) AS agent`;

const firstOfAll = `
  SELECT run.id, max(ready_at, lease_until) AS claimable_at FROM (${firstOfEachAgent}) AS first
  JOIN run ON run.id = first.id
  ORDER BY claimable_at, run.id LIMIT 1`;

export function claimRun(sql: Sql, { owner, now, until, agentIds }: ClaimRequest): Claim | undefined {
  const row = sql(`
    UPDATE run SET owner = ?, lease_until = ?, fence = fence + 1
    WHERE id = (SELECT id FROM (${firstOfAll}) WHERE claimable_at <= ?) RETURNING run_id, fence`).get(
    owner,
    until,
    JSON.stringify(agentIds),
    now,
  );
  return row && { runId: String(row.run_id), owner, fence: Number(row.fence) };
}

export function renewClaim(sql: Sql, { runId, fence }: Claim, until: number): boolean {
  const { changes } = sql("UPDATE run SET lease_until = ? WHERE run_id = ? AND fence = ? AND owner IS NOT NULL").run(
    until,
    runId,
    fence,
  );
  return Number(changes) === 1;
}

export function nextClaimable(sql: Sql, agentIds: readonly string[]): number | undefined {
  return numberOf(sql(firstOfAll).get(JSON.stringify(agentIds))?.claimable_at);
}
