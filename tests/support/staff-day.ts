import { addDays, businessDay, instantOf } from '../../server/clock.ts';
import { dispositions } from '../../server/database/tables/dispositions.ts';
import { refreshLoanSummaries } from '../../server/dispositions/loan-summary.ts';
import { newId } from '../../server/ids.ts';
import { keepMoneyOf } from './money.ts';
import type { PersonName, TestServer } from './server.ts';

const zone = 'Asia/Kolkata';
const today = businessDay(zone);
const yesterday = addDays(today, -1);

/** A contact of today, half past midnight, unless told otherwise. */
async function record(
  server: TestServer,
  agent: PersonName,
  loanId: string,
  fields: Partial<typeof dispositions.$inferInsert>,
): Promise<void> {
  const { people, db } = server;
  await db.insert(dispositions).values({
    id: newId(),
    loanId,
    channel: agent.startsWith('field') ? 'FIELD' : 'CALL',
    agentId: people[agent].id,
    managerId: people[agent === 'collector3' ? 'manager2' : 'manager'].id,
    code: 'RINGING',
    dispositionClass: 'NOT_CONTACTED',
    recordedAt: instantOf(zone, today, '00:30'),
    ...fields,
  });
  await refreshLoanSummaries(db, [loanId], zone);
}

const promise = (onDate: string, promiseAmount: number, atTime: string | null = '10:00') => ({
  code: 'PTP',
  dispositionClass: 'PTP',
  onDate,
  atTime,
  promiseAmount,
});
const callback = (onDate: string, atTime: string) => ({
  code: 'CALLBACK',
  dispositionClass: 'CALLBACK',
  onDate,
  atTime,
});
const payment = (amountCollected: number) => ({
  code: 'PAID',
  dispositionClass: 'PAID',
  amountCollected,
});

async function addLoanOf(
  server: TestServer,
  name: string,
  collector: 'collector' | 'collector2' | 'collector3',
  fields: Parameters<TestServer['addLoan']>[0] = {},
): Promise<string> {
  const { people } = server;
  return server.addLoan({
    customerName: name,
    collectorId: people[collector].id,
    managerId: people[collector === 'collector3' ? 'manager2' : 'manager'].id,
    ...fields,
  });
}

/** A day's promises, callbacks, calls and a payment, of both managers' people. */
export async function addStaffDay(server: TestServer): Promise<void> {
  const overdue = await addLoanOf(server, 'Overdue', 'collector', {
    bucket: '2',
    totalDueAmount: 7001,
  });
  await record(server, 'collector', overdue, {
    ...promise(addDays(today, -3), 900),
    recordedAt: instantOf(zone, yesterday, '11:00'),
  });
  const older = await addLoanOf(server, 'Older', 'collector', { bucket: '2' });
  await record(server, 'collector', older, promise(addDays(today, -9), 300));
  const promised = await addLoanOf(server, 'Promised', 'collector', { bucket: '1' });
  await record(server, 'collector', promised, promise(today, 1200, '16:30'));
  const calledBack = await addLoanOf(server, 'Callback', 'collector', { client: 'Y' });
  await record(server, 'collector', calledBack, callback(today, '09:15'));
  // Tried since its time came: no longer due.
  const answered = await addLoanOf(server, 'Answered', 'collector');
  await record(server, 'collector', answered, {
    ...callback(today, '00:15'),
    recordedAt: instantOf(zone, today, '00:10'),
  });
  await record(server, 'collector', answered, { recordedAt: instantOf(zone, today, '00:20') });
  const paid = await addLoanOf(server, 'Paid', 'collector2', {
    fieldAgentId: server.people.fieldagent.id,
  });
  await record(server, 'collector2', paid, {
    ...promise(today, 500),
    recordedAt: '2020-01-01T00:00:00Z',
  });
  await record(server, 'fieldagent', paid, payment(2_000_000_001));
  await record(server, 'collector', promised, {
    ...payment(40),
    dispositionClass: 'CONTACTED',
    recordedAt: instantOf(zone, yesterday, '23:59'),
  });
  const foreign = await addLoanOf(server, 'Foreign', 'collector3', { client: 'Y' });
  await record(server, 'collector3', foreign, promise(today, 77_777));
  await keepMoneyOf(server);
  // Its promise is kept by the money that the visit took in, not by the visit's outcome.
  await refreshLoanSummaries(server.db, [paid], zone);
}
