import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { CallRecording } from '../../contract/call-recording.ts';
import type { CallSheet, CallSheetOutcome, CallSheetRow } from '../../contract/call-sheet.ts';
import type { Page } from '../../contract/paging.ts';
import { newId } from '../../server/ids.ts';
import { sendFile } from '../support/loan-file.ts';
import { addAccount, newAccount } from '../support/people.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const HEADER =
  'convoxid,dialledNumber,Start Time,Talk Duration,Agent,Status,Recording URL,Campaign';
const LINK = 'https://recordings.example/a.mp3';

const server = testServer();

const upload = (content: string, fields: Record<string, string> = {}, as: PersonName = 'admin') =>
  sendFile(server, '/call-sheets', { as, content, fields: { source: 'Convox', ...fields } });

async function resting(id: string, states: readonly CallSheet['state'][]): Promise<CallSheet> {
  let sheet: CallSheet | undefined;
  await expect
    .poll(
      async () => {
        sheet = (await server.call('GET', `/call-sheets/${id}`, { as: 'admin' })).json<CallSheet>();
        return sheet.state;
      },
      { timeout: 30_000 },
    )
    .toSatisfy((state: CallSheet['state']) => states.includes(state));
  if (!sheet) throw new Error('There is no sheet.');
  return sheet;
}

async function read(lines: readonly string[], header = HEADER): Promise<CallSheet> {
  const answer = await upload(`${[header, ...lines].join('\n')}\n`);
  expect(answer.statusCode, answer.body).toBe(200);
  return resting(answer.json<CallSheet>()._id, ['PENDING', 'FAILED']);
}

async function confirmed({ _id }: CallSheet): Promise<CallSheet> {
  await server.taken('PUT', `/call-sheets/${_id}/confirm`, { as: 'admin' });
  return resting(_id, ['DONE']);
}

async function rowsOf({ _id }: CallSheet): Promise<CallSheetRow[]> {
  const query = { pageSize: '200' };
  const answer = await server.call('GET', `/call-sheets/${_id}/rows`, { as: 'admin', query });
  return answer.json<Page<CallSheetRow>>().data;
}

const outcomesOf = async (sheet: CallSheet): Promise<CallSheetOutcome[]> =>
  (await rowsOf(sheet)).map(({ outcome }) => outcome);

const callsOf = async (sheet: CallSheet) =>
  (
    await server.db.execute<{
      external_id: string;
      loan_id: string | null;
      agent_id: string | null;
    }>(sql`select * from dialer_calls where sheet_id = ${sheet._id} order by external_id`)
  ).rows;

const number = (place: number): string => `98${String(10_000_000 + place)}`;

/** A call by hand that our own books know. */
async function addCall(agentId: string, to: number, at: string): Promise<string> {
  const id = newId();
  await server.db
    .execute(sql`insert into dialer_calls (id, source, number, agent_id, state, result, placed_at)
    values (${id}, 'MANUAL', ${number(to)}, ${agentId}, 'ENDED', 'ANSWERED', ${at})`);
  return id;
}

describe('a call sheet of an outside dialer', () => {
  it('is matched to loans by number, and to one of several by its agent', async () => {
    const { collector, collector2 } = server.people;
    const own = await server.addLoan({ mobileNumber: number(1), collectorId: collector.id });
    const other = await server.addLoan({ alternateMobileNumber: `+91 ${number(2)}` });
    await server.addLoan({ mobileNumber: number(3), collectorId: collector2.id });
    const theirs = await server.addLoan({ mobileNumber: number(3), collectorId: collector.id });
    await server.addLoan({ mobileNumber: number(4) });
    await server.addLoan({ mobileNumber: number(4) });
    await server.addLoan({ mobileNumber: number(5), status: 'PAID' });
    const sheet = await read([
      `M-1,91${number(1)},21-11-2026 10:00:05,00:01:10,collector,ANSWERED,${LINK},Floor`,
      `M-2,${number(2)},2026-11-21 10:01,35,collector@test.recoup,Human,,Floor`,
      `M-3,${number(3)},21/11/2026 10:02 AM,12,Test collector,CONNECTED,,Floor`,
      `M-4,${number(4)},21-11-2026 10:03:00,,collector,NO ANSWER,,Floor`,
      `M-5,${number(5)},21-11-2026 10:04:00,,collector,Busy,,Floor`,
      `M-6,${number(1)},21-11-2026 10:05:00,,nobody here,AMD Machine,,Floor`,
      `M-1,${number(1)},21-11-2026 10:06:00,,collector,Busy,,Floor`,
      `M-8,12345,yesterday,,collector,Busy,not a link,Floor`,
    ]);
    expect(await outcomesOf(sheet)).toEqual([
      'READY',
      'READY',
      'READY',
      'AMBIGUOUS',
      'NO_LOAN',
      'UNKNOWN_AGENT',
      'DUPLICATE',
      'FAILED',
    ]);
    const rows = await rowsOf(sheet);
    expect(rows[7]?.reasons).toHaveLength(3);
    expect(rows[5]).toMatchObject({ agent: 'nobody here', agentName: null, result: 'MACHINE' });
    const done = await confirmed(sheet);
    expect(done.counts).toMatchObject({ READY: 3, AMBIGUOUS: 1, FAILED: 1 });
    const calls = await callsOf(sheet);
    expect(calls).toHaveLength(6);
    expect(calls.slice(0, 3).map(({ loan_id }) => loan_id)).toEqual([own, other, theirs]);
    expect(calls[0]).toMatchObject({
      source: 'SHEET',
      result: 'ANSWERED',
      talk_seconds: 70,
      agent_id: collector.id,
      placed_at: '2026-11-21 04:30:05+00',
      ended_at: '2026-11-21 04:31:15+00',
      record_link: LINK,
      process_name: 'Floor',
    });
    const loan = await server.call('GET', `/loans/id/${own}`, { as: 'admin' });
    expect(loan.json()).toMatchObject({ convoxid: 'M-6', dialledNumber: number(1) });
  });

  it('names people who left too, by their login or name, unless another has it by now', async () => {
    const { manager, collector } = server.people;
    await server.addLoan({ mobileNumber: number(40) });
    const person = await addAccount(server, 'COLLECTOR', manager.id);
    const query = { successorId: collector.id };
    await server.taken('DELETE', `/collector/${person._id}`, { as: 'admin', query });
    const row = (id: string, agent: string) =>
      `${id},${number(40)},2026-11-21 10:01,35,${agent},Human,,Floor`;
    const agents = [person.username, person.email, person.fullName];
    const first = await read(agents.map((agent, at) => row(`G-${at}`, agent)));
    expect(await outcomesOf(first)).toEqual(['READY', 'READY', 'READY']);
    const body = newAccount({ username: person.username, managerId: manager.id });
    await server.taken('POST', '/collector', { as: 'admin', body });
    const names = await read(agents.map((agent, at) => row(`H-${at}`, agent)));
    await confirmed(names);
    const ids = (await callsOf(names)).map(({ agent_id }) => agent_id);
    expect(ids[0]).not.toBe(person._id);
    expect(ids[1]).toBe(person._id);
  });

  it('that starts its days with the month is read again so', async () => {
    const sheet = await read([
      `U-1,${number(1)},11/05/2025 10:00:00,5,collector,ANSWERED,,Floor`,
      `U-2,${number(1)},11/25/2025 10:00:00,5,collector,ANSWERED,,Floor`,
    ]);
    expect((await rowsOf(sheet)).map(({ at }) => at)).toEqual([
      '2025-11-05T04:30:00.000Z',
      '2025-11-25T04:30:00.000Z',
    ]);
  });

  it('that is loaded twice changes nothing', async () => {
    const lines = [1, 2, 3].map(
      (place) =>
        `T-${place},${number(place)},21-11-2026 11:0${place}:00,5,collector,ANSWERED,,Floor`,
    );
    const first = await read(lines);
    const second = await read(lines);
    expect(second.counts).not.toHaveProperty('KNOWN');
    await confirmed(first);
    const before = await server.db.execute(sql`select count(*)::int as n from dialer_calls`);
    // It was read before the first one was taken in: taking it in looks again.
    await confirmed(second);
    const after = await server.db.execute(sql`select count(*)::int as n from dialer_calls`);
    expect(after.rows).toEqual(before.rows);
    const third = await read(lines);
    expect(third.counts).toEqual({ KNOWN: 3 });
    const refused = await server.call('PUT', `/call-sheets/${third._id}/confirm`, { as: 'admin' });
    expect(refused.statusCode).toBe(422);
    const noted = await server.db.execute(sql`select 1 from contact_attempts a
      join dialer_calls k on k.id = a.id where k.sheet_id = ${first._id}`);
    expect(noted.rows.length).toBeGreaterThan(0);
  });

  it('completes the recording of a call that our dialer placed', async () => {
    const id = newId();
    await server.db
      .execute(sql`insert into dialer_calls (id, source, number, state, result, placed_at)
      values (${id}, 'ENGINE', ${number(9)}, 'ENDED', 'ANSWERED', '2026-11-21T06:30:20Z')`);
    const sheet = await read([
      `E-1,${number(9)},21-11-2026 12:00:00,5,collector,ANSWERED,${LINK},Floor`,
    ]);
    expect(sheet.counts).toEqual({ COMPLETES: 1 });
    await confirmed(sheet);
    expect(await callsOf(sheet)).toEqual([]);
    const { rows } = await server.db.execute(
      sql`select source, external_id, record_link from dialer_calls where id = ${id}`,
    );
    expect(rows).toEqual([{ source: 'ENGINE', external_id: 'E-1', record_link: LINK }]);
  });

  it('gives a call by hand its own recording, whoever else dials the number within the minute', async () => {
    const { collector, collector2 } = server.people;
    const theirs = await addCall(collector2.id, 19, '2026-10-21T07:30:05Z');
    const own = await addCall(collector.id, 19, '2026-10-21T07:30:40Z');
    const line = (id: string, at: string, agent: string) =>
      `BY-${id},${number(19)},21-10-2026 13:00:${at},5,${agent},ANSWERED,${LINK}?${id},Floor`;
    const sheet = await read([
      line('1', '08', 'collector'),
      line('2', '10', 'collector2'),
      line('3', '25', 'collector2'),
      line('4', '38', 'collector'),
      line('5', '39', ''),
    ]);
    // The exchange dialled twice for each of them; the other try is a call of its own. Whose the last one is nobody knows.
    const outcomes = 'NO_LOAN COMPLETES NO_LOAN COMPLETES NO_LOAN';
    expect(await outcomesOf(sheet)).toEqual(outcomes.split(' '));
    await confirmed(sheet);
    expect(await callsOf(sheet)).toHaveLength(3);
    const { rows } = await server.db.execute(
      sql`select id, record_link as link from dialer_calls where id in (${theirs}, ${own}) order by placed_at`,
    );
    expect(rows).toEqual([
      { id: theirs, link: `${LINK}?2` },
      { id: own, link: `${LINK}?4` },
    ]);
  });

  it('finds each of several calls by hand within a minute, where the sheet tells no seconds', async () => {
    for (const at of ['05', '30', '50'])
      await addCall(server.people.collector.id, 20, `2026-10-21T08:30:${at}Z`);
    const sheet = await read(
      ['1', '2', '3', '4'].map(
        (id) => `MIN-${id},${number(20)},21-10-2026 14:00,5,collector,BUSY,${LINK}?${id},Floor`,
      ),
    );
    expect(await outcomesOf(sheet)).toEqual(['COMPLETES', 'COMPLETES', 'COMPLETES', 'NO_LOAN']);
    await confirmed(sheet);
    const { rows } = await server.db.execute(
      sql`select source, external_id as id from dialer_calls where number = ${number(20)} order by external_id`,
    );
    expect(rows).toEqual([
      { source: 'MANUAL', id: 'MIN-1' },
      { source: 'MANUAL', id: 'MIN-2' },
      { source: 'MANUAL', id: 'MIN-3' },
      { source: 'SHEET', id: 'MIN-4' },
    ]);
  });

  it('keeps its mapping for the next sheet of the same dialer', async () => {
    const header = 'Ref,Who was called,At,Wav';
    const mapping = JSON.stringify({
      Call_ID: 'Ref',
      Number: 'Who was called',
      Start_Time: 'At',
      Recording: 'Wav',
    });
    const content = `${header}\nQ-1,${number(1)},1763701200,${LINK}\n`;
    const unfit = await upload(content, { source: 'Ozone' });
    expect([unfit.statusCode, unfit.json()]).toMatchObject([422, { code: 'UNMAPPED_FIELD' }]);
    const answer = await upload(content, { source: 'Ozone', mapping });
    expect(answer.statusCode, answer.body).toBe(200);
    await resting(answer.json<CallSheet>()._id, ['PENDING']);
    const look = await sendFile(server, '/call-sheets/look', {
      as: 'admin',
      content,
      fields: { source: 'OZONE' },
    });
    expect(look.json()).toMatchObject({ isSaved: true, mapping: { Number: 'Who was called' } });
    const sheet = answer.json<CallSheet>();
    const dropped = await server.call('DELETE', `/call-sheets/${sheet._id}`, { as: 'admin' });
    expect(dropped.json()).toMatchObject({ state: 'CANCELLED' });
    const late = await server.call('PUT', `/call-sheets/${sheet._id}/confirm`, { as: 'admin' });
    expect(late.statusCode).toBe(409);
  });

  it('is for admins', async () => {
    for (const as of ['manager', 'clientadmin', 'collector'] as const)
      expect((await upload(`${HEADER}\n`, {}, as)).statusCode).toBe(403);
    const missing = await server.call('GET', `/call-sheets/${newId()}`, { as: 'admin' });
    expect(missing.statusCode).toBe(404);
  });
});

const recordings = async (query: Record<string, string>, as: PersonName = 'admin') => {
  return server.taken<Page<CallRecording> & { processes: string[] }>('GET', '/call-recordings', {
    as,
    query: { gte: '01-11-2026', lte: '30-11-2026', ...query },
  });
};

describe('recordings', () => {
  it('of sheets and of our dialer stand in one list, newest first; an agent’s own link is none', async () => {
    const loanId = await server.addLoan({
      mobileNumber: number(50),
      managerId: server.people.manager.id,
    });
    await server.db
      .execute(sql`insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class,
        record_link, recorded_at)
      values (${newId()}, ${loanId}, 'CALL', ${server.people.collector.id}, ${server.people.manager.id}, 'BUSY',
        'NOT_CONTACTED', ${LINK}, '2026-11-21T09:00:00Z')`);
    const all = await recordings({ pageSize: '2' });
    expect(all.data.map(({ source }) => source)).toEqual(['ENGINE', 'SHEET']);
    expect(all.totalCount).toBe(2);
    const rest = await recordings({ pageSize: '1', page: '2' });
    expect(rest.data).toMatchObject([{ source: 'SHEET', convoxid: 'M-1', processName: 'Floor' }]);
    expect(all.processes).toEqual(['Floor']);
    expect((await recordings({ process: 'Floor' })).totalCount).toBe(1);
    expect((await recordings({ result: 'ANSWERED' })).totalCount).toBe(2);
    expect((await recordings({ search: number(50) })).totalCount).toBe(0);
    const digits = all.data[0]?.dialledNumber?.slice(-10) ?? '';
    for (const search of [`+91 ${digits.slice(0, 5)} ${digits.slice(5)}`, `0${digits}`])
      expect((await recordings({ search })).data.length, search).toBeGreaterThan(0);
    expect((await recordings({ gte: '22-11-2026' })).totalCount).toBe(0);
  });

  it('are heard by those over the agent and the loan only', async () => {
    expect((await recordings({}, 'manager')).totalCount).toBe(1);
    expect((await recordings({}, 'manager2')).totalCount).toBe(0);
    const seen = await recordings({}, 'clientadmin');
    expect(seen.data.map(({ source }) => source)).toEqual(['SHEET']);
    expect((await server.call('GET', '/call-recordings', { as: 'collector' })).statusCode).toBe(
      403,
    );
  });
});
