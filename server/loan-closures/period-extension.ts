import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { ExtensionPreview, loanClosureCalls } from '../../contract/loan-closure.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { againstRules, notFound } from '../errors.ts';
import { readAsOf } from '../loans/loan-list-service.ts';
import { chooseLoans } from './loan-choice.ts';
import { bringBackLoans } from './loan-return-service.ts';

type Order = CallRequest<typeof loanClosureCalls.extendLoans>['body'];
type Extended = CallAnswer<typeof loanClosureCalls.extendLoans>;

type Asked = CallRequest<typeof loanClosureCalls.previewExtension>['body'];

interface PreviewRow extends Omit<ExtensionPreview, 'asOf'>, Record<string, unknown> {}

function refusePast({ periodEndsOn }: Pick<Order, 'periodEndsOn'>, today: string): void {
  if (periodEndsOn !== null && periodEndsOn < today)
    throw againstRules('PERIOD_OVER', 'Choose today or a later day: the period would be over.', [
      fieldProblem('periodEndsOn', 'day-is-over'),
    ]);
}

/** Condition on `l`: the order changes it. Paid and recalled loans have no period to extend. */
const isExtended = (day: string | null): SQL => sql`(l.status = 'EXPIRED'
  or (l.status = 'ACTIVE' and l.period_ends_on is distinct from ${day}::date))`;

/** What an extension would do. Throws 422 PERIOD_OVER, and what `chooseLoans` throws. */
export async function previewExtension(
  db: Db,
  actor: Actor,
  order: Asked,
  today: string,
): Promise<ExtensionPreview> {
  refusePast(order, today);
  const asOf = await readAsOf(db);
  const ids = await chooseLoans(db, actor, { ...order.loans, asOf });
  const day = order.periodEndsOn;
  const { rows } = await db.execute<PreviewRow>(sql`
    select count(*) filter (where ${isExtended(day)}) as count,
      count(*) filter (where ${isExtended(day)} and l.status = 'ACTIVE') as "activeCount",
      count(*) filter (where l.status = 'EXPIRED') as "expiredCount",
      count(*) filter (where l.status = 'ACTIVE' and coalesce(l.period_ends_on, 'infinity') > ${day}::date) as "shortenedCount",
      count(*) filter (where l.status not in ('ACTIVE', 'EXPIRED')) as "closedCount",
      count(*) filter (where l.status = 'ACTIVE' and not ${isExtended(day)}) as "unchangedCount"
    from loans l where l.id = any(${sql.param(ids)}::uuid[])`);
  const [preview] = rows;
  if (!preview) throw notFound('A loan of the list');
  return { ...preview, asOf };
}

/** Moves the end of the period; expired loans go back to who had them. Throws as the preview. */
export async function extendLoans(
  command: Command,
  actor: Actor,
  order: Order,
  today: string,
): Promise<Extended> {
  refusePast(order, today);
  const { tx, audit } = command;
  await allowLongWork(tx);
  const chosen = await chooseLoans(tx, actor, order.loans);
  const day = order.periodEndsOn;
  const { rows } = await tx.execute<{ id: string; isExpired: boolean }>(sql`
    select l.id, l.status = 'EXPIRED' as "isExpired" from loans l
    where l.id = any(${sql.param(chosen)}::uuid[]) and ${isExtended(day)} order by l.id for update of l`);
  const idsOf = (isExpired: boolean) =>
    rows.filter((row) => row.isExpired === isExpired).map(({ id }) => id);
  await tx.execute(sql`update loans set period_ends_on = ${day}::date
    where id = any(${sql.param(idsOf(false))}::uuid[])`);
  const reopened = await bringBackLoans(command, actor.userId, {
    loanIds: idsOf(true),
    today,
    periodEndsOn: day,
  });
  if (rows.length > 0)
    audit({
      action: 'loan.extend',
      entity: 'loan',
      details: {
        periodEndsOn: day,
        extended: rows.length,
        reopened,
        loanIds: chosen.slice(0, 1000),
      },
    });
  return { success: true, extended: rows.length, reopened };
}
