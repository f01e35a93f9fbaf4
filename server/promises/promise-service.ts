import { sql } from 'drizzle-orm';
import { comeBack } from '../alerts/alert-service.ts';
import { businessDay } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { notify } from '../notifications/notification-service.ts';
import { followDispositions, judge, loansWithPromises, showOnLoans } from './promise-judging.ts';
import type { JudgingOrder } from './promise-judging.ts';

export { hasPromise } from './promise-judging.ts';

/**
 * Brings the promises of these loans up to date from dispositions, payments, receipts and closings: set-based, and the
 * same from whatever order those arrived in. Follows with what lists show of the loans and, once for each broken promise,
 * with the word to collector and manager. Locks the loans that have promises. `businessTz` is the zone in which days end,
 * `today` the business day as of which is judged.
 */
export async function refreshPromises(
  tx: Db,
  loanIds: readonly string[],
  businessTz: string,
  today: string = businessDay(businessTz),
): Promise<void> {
  if (loanIds.length === 0) return;
  // Most contacts are about loans without one.
  const concerned = await loansWithPromises(tx, loanIds);
  if (concerned.length === 0) return;
  const order = { loanIds: concerned, businessTz, today };
  await followDispositions(tx, order);
  await judge(tx, order);
  await showOnLoans(tx, order);
  await tellOfBroken(tx, order);
}

interface BrokenRow extends Record<string, unknown> {
  id: string;
  loan_id: string;
  client_id: string;
  amount: number;
  due_on: string;
  owner_id: string | null;
  owner_name: string | null;
  manager_id: string | null;
  is_for_manager: boolean;
}

/**
 * Tells of promises that stand broken on worked loans, each once: the reminder comes back to whoever has the loan now, and
 * its manager is told of large ones (the lender's rule says from which amount).
 */
async function tellOfBroken(tx: Db, order: JudgingOrder): Promise<void> {
  const { rows } = await tx.execute<BrokenRow>(sql`
    update promises p set told_at = now()
    from loans l left join promise_rules r on r.client_id = l.client_id
      left join users u on u.id = coalesce(l.collector_id, l.field_agent_id)
    where p.loan_id = any(${sql.param(order.loanIds)}::uuid[]) and l.id = p.loan_id and p.told_at is null
      and p.state in ('BROKEN', 'PART_KEPT') and l.promise_broken_on is not null and l.promise_date = p.due_on
    returning p.id, p.loan_id, l.client_id, p.amount, p.due_on::text, coalesce(l.collector_id, l.field_agent_id) as owner_id,
      u.full_name as owner_name, l.manager_id, p.amount >= coalesce(r.manager_from, 10000) as is_for_manager`);
  await comeBack(
    tx,
    rows.flatMap(({ id, loan_id, owner_id }) =>
      owner_id === null ? [] : [{ loanId: loan_id, dispositionId: id, ownerId: owner_id }],
    ),
  );
  await notify(
    tx,
    rows.flatMap((row) =>
      row.manager_id === null || !row.is_for_manager
        ? []
        : [
            {
              to: { userId: row.manager_id },
              kind: 'PROMISE_BROKEN' as const,
              facts: {
                amount: row.amount,
                ...(row.owner_name === null ? {} : { personName: row.owner_name }),
              },
              clientId: row.client_id,
              loanId: row.loan_id,
            },
          ],
    ),
  );
}
