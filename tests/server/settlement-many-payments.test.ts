import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

const of = settlementsOf(() => server);

/** Compared each with each, so many take longer than a statement may. */
const MANY = 8000;

/** Payments of a loan like the one that it has. */
async function addPayments(loanId: string): Promise<void> {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select quote_ident(c.column_name) as name from information_schema.columns c
    where c.table_name = 'payments' and c.table_schema = 'public' and c.is_generated = 'NEVER'`);
  const names = rows.map(({ name }) => name);
  const own: Readonly<Record<string, string>> = {
    id: 'gen_random_uuid()',
    '"row"': 'g.n',
    payment_key: `'many ' || g.n`,
  };
  const values = names.map((name) => own[name] ?? `p.${name}`);
  await server.db.execute(
    sql.raw(`insert into payments (${names.join(', ')}) select ${values.join(', ')}
      from payments p cross join generate_series(1000, ${999 + MANY}) as g(n) where p.loan_id = '${loanId}'`),
  );
}

it('thousands of payments are changed at once on a connection that changed few before', async () => {
  const { number, loanId } = await of.addLoan();
  await of.pay(number, 10, of.today());
  await addPayments(loanId);
  await server.db.transaction(async (tx) => {
    for (let row = 1000; row < 1008; row += 1)
      await tx.execute(
        sql`update payments set mode = 'CASH' where loan_id = ${loanId} and row = ${row}`,
      );
    const all = await tx.execute(sql`update payments set mode = 'UPI' where loan_id = ${loanId}`);
    expect(all.rowCount).toBe(MANY + 1);
  });
});
