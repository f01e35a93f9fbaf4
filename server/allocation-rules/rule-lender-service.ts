import { sql } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { keepVersion, lockRules } from './rule-rows.ts';

/** Drops the rules and the order of a lender that is being removed; earlier versions of the rules still tell of them. */
export async function dropLenderRules(
  { tx, audit }: Command,
  actor: Actor,
  lenderId: string,
): Promise<void> {
  await tx.execute(sql`delete from sorting_rules where client_id = ${lenderId}`);
  await lockRules(tx);
  const dropped = await tx.execute<{ was_there: boolean }>(sql`
    delete from allocation_rules where client_id = ${lenderId} returning deleted_at is null as was_there`);
  const count = dropped.rows.filter((row) => row.was_there).length;
  if (count === 0) return;
  await keepVersion(tx, actor);
  audit({
    action: 'allocation-rule.drop',
    entity: 'client',
    entityId: lenderId,
    details: { rules: count },
  });
}
