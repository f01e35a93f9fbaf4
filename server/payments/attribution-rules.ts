import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import { DEFAULT_ATTRIBUTION } from '../../contract/attribution.ts';
import type { attributionInputSchema, ClientAttribution } from '../../contract/attribution.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { refuseStale } from '../audit/stale-record.ts';
import { businessDay, isoInstantOrNull } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { allowLongWork } from '../database/long-work.ts';
import { revisionOf } from '../database/revision.ts';
import { againstRules, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { attributeClient } from './attribution-service.ts';

interface RuleRow extends Record<string, unknown> {
  clientId: string;
  Client_Name: string;
  rules: ClientAttribution['rules'];
  revision: number;
}

const byDefault = { validFrom: null, parts: [...DEFAULT_ATTRIBUTION], setBy: null, setAt: null };

const toWire = ({ rules, ...client }: RuleRow): ClientAttribution => ({
  ...client,
  rules: [...rules.map((rule) => ({ ...rule, setAt: isoInstantOrNull(rule.setAt) })), byDefault],
});

const rulesOf = (clientId: SQL): SQL =>
  sql`select r.* from attribution_rules r where r.client_id = ${clientId}`;

async function readRules(db: Db, which: SQL): Promise<ClientAttribution[]> {
  const { rows } = await db.execute<RuleRow>(sql`
    select c.id as "clientId", c.name as "Client_Name", coalesce((select jsonb_agg(jsonb_build_object(
        'validFrom', r.valid_from, 'parts', r.parts, 'setBy', u.full_name, 'setAt', r.set_at) order by r.valid_from desc)
      from attribution_rules r join users u on u.id = r.set_by where r.client_id = c.id), '[]'::jsonb) as rules,
      ${revisionOf(rulesOf(sql`c.id`))} as revision
    from clients c where ${which} order by c.name, c.id limit 1000`);
  return rows.map(toWire);
}

/** Whose payments are, for every lender. */
export async function listAttributionRules(db: Db): Promise<{ data: ClientAttribution[] }> {
  return { data: await readRules(db, sql`true`) };
}

/**
 * Sets a lender's rule from a day on, over one that begins on the same day; its payments since then are attributed by it.
 * Months that are over keep what held in them. Throws 404, 409, or 422 for a day before this month.
 */
export async function setAttributionRule(
  { db, settings }: Context,
  actor: Actor,
  clientId: string,
  { validFrom, parts, revision }: z.output<typeof attributionInputSchema>,
): Promise<ClientAttribution> {
  const monthStart = `${businessDay(settings.businessTz).slice(0, 8)}01`;
  if (validFrom < monthStart)
    throw againstRules('MONTH_IS_OVER', 'Choose a day of the current month or later.', [
      fieldProblem('validFrom', 'month-is-closed'),
    ]);
  const mine = sql`c.id = ${clientId}`;
  await runCommand(db, actor, async ({ tx, audit }) => {
    await allowLongWork(tx);
    await holdLocks(tx, 'clientLoans', [clientId]);
    const [before] = await readRules(tx, mine);
    if (!before) throw notFound('This client');
    await refuseStale(tx, revision, rulesOf(sql`${clientId}`), {
      kind: 'attribution',
      id: clientId,
    });
    await tx.execute(sql`insert into attribution_rules (id, client_id, valid_from, parts, set_by)
      values (${newId()}, ${clientId}, ${validFrom}, ${JSON.stringify(parts)}::jsonb, ${actor.userId})
      on conflict (client_id, valid_from) do update set parts = excluded.parts, set_by = excluded.set_by, set_at = now()`);
    await attributeClient(tx, clientId, validFrom);
    audit({
      action: 'attribution-rule.set',
      entity: 'client',
      entityId: clientId,
      details: { before: before.rules[0], after: { validFrom, parts } },
    });
  });
  const [after] = await readRules(db, mine);
  if (!after) throw notFound('This client');
  return after;
}
