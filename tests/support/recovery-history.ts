import { sql } from 'drizzle-orm';
import { addDays } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import type { StoredModel } from '../../server/predictions/stored-model.ts';
import type { TestServer } from './server.ts';

/** A payment on most days 5 of months for every third loan, on few for the others. */
async function payMonthly(
  server: TestServer,
  days: readonly string[],
  whoPays: string,
): Promise<void> {
  for (const day of days)
    await server.db
      .execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
        payment_key, created_by, created_at)
      select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 1, 500, 500, ${day}::date + 4,
        gen_random_uuid()::text, ${server.people.admin.id}, ${day}::date + 5
      from loans l where l.loan_number like 'H-%' and ${sql.raw(whoPays)}`);
}

/** The id of loan number `prefix` and `n`, the same in every run: such a one as the calls take (RFC 9562), which not every sum is. */
export const idOfNumber = (prefix: string) =>
  sql`overlay(overlay(md5(${prefix}::text || n) placing '4' from 13) placing '8' from 17)::uuid`;

/** Below 100, of the loan and the month's number: the same in every run, on every day. */
const luck = (month: number) =>
  `('x' || substr(md5(l.loan_number || ' in month ${month}'), 1, 7))::bit(28)::int % 100`;

/**
 * 600 loans. Every third pays every other month, every third of those in the months between: a model has to see that who
 * paid just now does not pay again at once, and who never paid does not pay at all.
 */
export async function makeRecoveryHistory(
  server: TestServer,
  days: readonly string[],
): Promise<void> {
  const { db, clients } = server;
  await db.execute(sql`insert into loans (id, loan_number, client_id, customer_name, product, city, total_due_amount, due_date, created_at)
    select ${idOfNumber('H-')}, 'H-' || n, ${clients.Y.id}, 'Borrower', 'Gold', case when n % 2 = 0 then 'Pune' else 'Agra' end,
      4000 + (n * 37) % 9000, ${addDays(days[0] ?? '', -20)}::date - (n % 4) * 40, '2020-01-01'
    from generate_series(1, 600) n`);
  const all = [addDays(days[0] ?? '', -50), addDays(days[0] ?? '', -20), ...days];
  for (const [month, day] of all.entries())
    await payMonthly(
      server,
      [day],
      `${luck(month)} < case when substr(l.loan_number, 3)::int % 6 = ${month % 2} * 3 then 92 else 2 end`,
    );
}

/** What may be changed of a stored model so that it is none any more. */
export function tamperedParts({ chance, calibration, bins }: StoredModel): Partial<StoredModel>[] {
  return [
    // Their sum is no number.
    {
      chance: {
        ...chance,
        roots: [0, 1],
        signs: [-1, -1],
        cuts: [0, 0],
        highs: [0, 0],
        values: [1e308, -1e308],
      },
    },
    // A loop.
    { chance: { ...chance, highs: chance.highs.map(() => 0) } },
    { chance: { ...chance, signs: chance.signs.map((sign) => (sign < 0 ? sign : 99)) } },
    // The better, the worse.
    { calibration: { ...calibration, scores: calibration.scores.toReversed() } },
    { calibration: { ...calibration, logits: calibration.logits.toReversed() } },
    { bins: bins.map(({ edges }) => ({ edges, counts: [] })) },
  ];
}

/** A scoring that was asked for, or one under way while another was. */
export async function askedScoring(
  { db }: TestServer,
  state = 'WAITING',
  isAgain = false,
): Promise<string> {
  const id = newId();
  await db.execute(sql`insert into recovery_scorings (id, state, is_again)
    values (${id}, ${state}, ${isAgain})`);
  return id;
}
