import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import type { JobTransaction } from '../loan-imports/import-tools-service.ts';
import { takeSheetSpelling } from '../spreadsheets/loan-number.ts';
import { judgeAllocation } from './judging-allocation.ts';
import { judgeExport } from './judging-export.ts';
import { judgeMoney } from './judging-money.ts';
import { dayOfUndated } from './sheet-record.ts';
import type { SheetRecord } from './sheet-record.ts';

const countOutcomes = `
  select outcome, count(*)::int as rows, coalesce(sum(coalesce(amount, applied_amount)), 0)::bigint as amount,
    sum(amount - applied_amount) filter (where outcome in ('OVER_PAID', 'LATE'))::bigint as excess
  from activity_sheet_rows where sheet_id = $1 group by outcome`;

/** Decides what becomes of each row of a sheet, as loans and people stand now. Returns rows and rupees by outcome. */
export async function judgeSheet(
  { client, tx }: JobTransaction,
  actor: Actor,
  { wire, clientId }: SheetRecord,
  zone: string,
): Promise<ActivitySheet['counts']> {
  const sheet = { id: wire._id, clientId };
  await client.query(takeSheetSpelling, [sheet.id, clientId]);
  if (wire.kind === 'ALLOCATION') await judgeAllocation(tx, actor, sheet);
  else if (wire.kind === 'SYSTEM_EXPORT') await judgeExport(client, sheet);
  else
    await judgeMoney(tx, actor, {
      ...sheet,
      isBankPaid: wire.kind === 'BANK_PAID',
      undatedOn: dayOfUndated(zone, wire),
      today: businessDay(zone),
    });
  const { rows } = await client.query<{
    outcome: string;
    rows: number;
    amount: number;
    excess: number | null;
  }>(countOutcomes, [sheet.id]);
  return Object.fromEntries(
    rows.map(({ outcome, excess, ...count }) => [outcome, excess ? { ...count, excess } : count]),
  );
}
