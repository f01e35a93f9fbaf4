import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { log } from '../../server/log.ts';
import { tellFigure } from '../../server/payments/due-service.ts';
import { settlementsOf } from '../support/settlement.ts';
import { testServer } from '../support/server.ts';

/* The settlements of one loan do not hold up those of another. */

const server = testServer();
const of = settlementsOf(() => server);
const { addLoan, proposed, read, withLetter, pay } = of;

it('one whose money bounces while a later offer waits breaks, and holds up no other settlement', async () => {
  const { loanId, number } = await addLoan();
  const first = await withLetter(loanId);
  const paid = await pay(number, 9000, of.today());
  await server.db.execute(
    sql`update settlements set cooling_until = ${of.today()} where id = ${first._id}`,
  );
  const { collector, manager } = server.people;
  await server.db.execute(sql`update loans set status = 'ACTIVE', collector_id = ${collector.id},
    manager_id = ${manager.id} where id = ${loanId}`);
  await server.db.transaction(async (tx) => tellFigure(tx, loanId, 5500));
  const second = await proposed(loanId, { offeredAmount: 5000 });
  const other = await addLoan();
  const others = await withLetter(other.loanId);
  await of.bounce(paid);
  await pay(other.number, 9000, of.today());
  expect((await read(first._id)).settlementStatus).toBe('BROKEN');
  expect(await read(second._id)).toMatchObject({
    settlementStatus: 'PROPOSED',
    waitsFor: 'MANAGER',
  });
  expect((await read(others._id)).settlementStatus).toBe('FULFILLED');
});

it('one that can not be followed holds up no other', async () => {
  const broken = await withLetter((await addLoan()).loanId);
  const { loanId, number } = await addLoan();
  const made = await withLetter(loanId);
  await server.db.execute(
    sql`update settlements set grace_days = 2000000000, is_stale = true where id = ${broken._id}`,
  );
  const told = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  await pay(number, 9000, of.today());
  expect((await read(made._id)).settlementStatus).toBe('FULFILLED');
  await server.db.execute(
    sql`update settlements set is_stale = true where id in (${broken._id}, ${made._id})`,
  );
  await server.upkeep.runNow('settlements');
  const { rows } = await server.db.execute(
    sql`select id from settlements where is_stale and id in (${broken._id}, ${made._id})`,
  );
  expect(rows).toEqual([{ id: broken._id }]);
  expect(told).toHaveBeenCalledWith(
    expect.objectContaining({ loanId: broken.loanId }),
    expect.any(String),
  );
  told.mockRestore();
  await server.db.execute(sql`update settlements set grace_days = 3 where id = ${broken._id}`);
});
