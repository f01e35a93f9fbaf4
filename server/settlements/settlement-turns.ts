import { sql } from 'drizzle-orm';
import { isLevel, rankOf } from '../../contract/settlement-authority.ts';
import { waitOf } from '../../contract/settlement-machine.ts';
import { authorityFor } from '../../contract/settlement-rule.ts';
import type { SettlementWait } from '../../contract/settlement.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Upkeep } from '../upkeep.ts';
import { remindNext } from './settlement-notices.ts';
import {
  lockSettlement,
  settlementColumns,
  settlementJoins,
  standingOf,
} from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';

/** The higher level whose turn it has become; null: it stays whose turn it is. */
function higherTurn(row: SettlementRow): SettlementWait | null {
  const { waitsFor } = row;
  if (row.letterAt !== null || !row.isWorked || !isLevel(waitsFor)) return null;
  const now = waitOf(authorityFor(row, row), standingOf(row));
  return isLevel(now) && rankOf(now) > rankOf(waitsFor) ? now : null;
}

/**
 * Limits become stricter while an offer waits: the client's rules, its portfolios, the loan's bucket and what the lender calls
 * fraud change. Then nobody whose turn it is could approve it, and it would not be the turn of whoever can: it becomes theirs.
 */
async function moveTurns({ db }: Context): Promise<void> {
  const { rows } = await db.execute<SettlementRow>(sql`select ${settlementColumns}
    from settlements s join loans l on l.id = s.loan_id ${settlementJoins}
    where s.waits_for in ('MANAGER', 'ADMIN', 'CLIENT') order by s.id`);
  for (const { _id } of rows.filter((row) => higherTurn(row) !== null))
    await runCommand(db, null, async ({ tx, audit }) => {
      const row = await lockSettlement(tx, null, _id);
      const waitsFor = higherTurn(row);
      if (waitsFor === null) return;
      await tx.execute(sql`update settlements set waits_for = ${waitsFor}, waits_since = clock_timestamp(), reminded_at = null,
        updated_at = now() where id = ${_id}`);
      await remindNext(tx, null, row, waitsFor);
      const details = { loanId: row.loanId, from: row.waitsFor, to: waitsFor };
      audit({ action: 'settlement.turn', entity: 'settlement', entityId: _id, details });
    });
}

/** Offers wait for who can decide them by the limits that hold now. */
export const settlementTurnsUpkeep: Upkeep = {
  name: 'settlement turns',
  every: 60_000,
  work: moveTurns,
  isAtStart: true,
};
