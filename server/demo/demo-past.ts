import { sql } from 'drizzle-orm';
import { addDays, businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allowLongWork } from '../database/long-work.ts';
import { refreshDues } from '../payments/due-service.ts';
import { PAST_DAYS, instantAt } from './demo-past-ask.ts';
import type { PastAsk } from './demo-past-ask.ts';
import { recordPastContacts, recordPastPromises } from './demo-past-contacts.ts';
import { backdateLoans, closePastLoans, addPastLoans } from './demo-past-loans.ts';
import { givePastAllocations } from './demo-past-allocations.ts';
import {
  closeByPayments,
  postPastPayments,
  rollPastFigures,
  storePastFiles,
} from './demo-past-money.ts';
import { demoActor } from './demo-people.ts';
import type { DemoActors } from './demo-people.ts';

/** People and lenders are as old as what they did. */
async function backdatePeople(tx: Db, { today, zone }: PastAsk): Promise<void> {
  const start = instantAt(sql`${addDays(today, -PAST_DAYS - 10)}`, sql`'10:00'`, zone);
  await tx.execute(sql`update users set created_at = ${start} where email like '%@demo.recoup'`);
  await tx.execute(sql`update clients set created_at = ${start}`);
}

/** What the loans show of their contacts and money, and the receipts that payments of the past confirm. */
async function refreshLoans(tx: Db): Promise<void> {
  await tx.execute(sql`
    update loans l set paid_amount = coalesce(p.amount, 0), last_payment_date = coalesce(p.last_on, l.last_payment_date),
      last_payment_amount = coalesce(p.last_amount, l.last_payment_amount), disposition = coalesce(d.code, l.disposition),
      disposition_class = coalesce(d.disposition_class, l.disposition_class),
      disposition_at = coalesce(d.recorded_at, l.disposition_at)
    from loans k
      left join (select loan_id, sum(amount) as amount, max(paid_on) as last_on,
          (array_agg(amount order by paid_on desc, row desc))[1] as last_amount from payments group by loan_id) p
        on p.loan_id = k.id
      left join (select distinct on (loan_id) loan_id, code, disposition_class, recorded_at from dispositions
        where code <> 'CALL_STARTED' order by loan_id, recorded_at desc, id desc) d on d.loan_id = k.id
    where l.id = k.id and (p.loan_id is not null or d.loan_id is not null)`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct loan_id as id from receipts order by 1`,
  );
  await refreshDues(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Gives the demo the months before it was made: loans that ended, who had which loan, lenders' files with rolled days past
 * due, payments and contacts. Made by statements over sets, all in one transaction, the same in every demo; what follows
 * (promises, board, predictions) is worked out from it by the product.
 */
export async function makeDemoPast(context: Context, actors: DemoActors): Promise<void> {
  const known = await context.db.execute(sql`select 1 from loan_closures limit 1`);
  if (known.rows.length > 0) return;
  const zone = context.settings.businessTz;
  const admin = demoActor(actors, 'admin');
  const ask: PastAsk = { zone, today: businessDay(zone), adminId: admin.userId };
  await runCommand(context.db, admin, async ({ tx, audit }) => {
    await allowLongWork(tx);
    await backdatePeople(tx, ask);
    await backdateLoans(tx, ask);
    await addPastLoans(tx, ask);
    await closePastLoans(tx, ask);
    await givePastAllocations(tx, ask);
    await postPastPayments(tx, ask);
    await closeByPayments(tx);
    await rollPastFigures(tx, ask);
    await recordPastContacts(tx, ask);
    await recordPastPromises(tx, ask);
    await refreshLoans(tx);
    await storePastFiles(context, tx);
    audit({ action: 'demo.past', details: { days: PAST_DAYS } });
  });
}
