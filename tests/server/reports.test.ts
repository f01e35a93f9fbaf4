import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { read, utils } from 'xlsx';
import { dispositions } from '../../server/database/tables/dispositions.ts';
import { devices } from '../../server/database/tables/devices.ts';
import { newId } from '../../server/ids.ts';
import { addPayment, keepMoneyOf } from '../support/money.ts';
import { testServer } from '../support/server.ts';
import type { PersonName } from '../support/server.ts';

const server = testServer();
let loanX: string;
let loanY: string;

/** A contact of 10 March 2026 (India) unless told otherwise. */
async function record(
  agent: PersonName,
  loanId: string,
  fields: Partial<typeof dispositions.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await server.db.insert(dispositions).values({
    id,
    loanId,
    channel: 'CALL',
    agentId: server.people[agent].id,
    managerId: server.people[agent === 'collector3' ? 'manager2' : 'manager'].id,
    code: 'RINGING',
    dispositionClass: 'NOT_CONTACTED',
    recordedAt: '2026-03-10T06:00:00Z',
    ...fields,
  });
  return id;
}

beforeAll(async () => {
  const { people } = server;
  loanX = await server.addLoan({ managerId: people.manager.id, customerName: '=HYPERLINK("x")' });
  loanY = await server.addLoan({ client: 'Y', managerId: people.manager2.id });
  await record('collector', loanX, {
    code: 'PAID',
    dispositionClass: 'PAID',
    amountCollected: 2_000_000_001,
    remarks: '-5 off if paid today',
  });
  await record('collector', loanX, {
    code: 'PTP',
    dispositionClass: 'PTP',
    promiseAmount: 700,
    onDate: '2026-03-15',
    atTime: '17:30',
    // 00:30 of the 11th in India.
    recordedAt: '2026-03-10T19:00:00Z',
  });
  await record('collector2', loanX, { code: 'CALL_STARTED', duration: 4 });
  await record('collector2', loanX, { recordedAt: '2026-03-10T06:05:00Z', duration: 31 });
  await record('collector3', loanY, {
    code: 'PAID',
    dispositionClass: 'PAID',
    amountCollected: 7,
  });
  await record('fieldagent', loanX, {
    channel: 'FIELD',
    code: 'FIELD_PAID',
    dispositionClass: 'PAID',
    amountCollected: 999,
    position: {
      latitude: 18.52,
      longitude: 73.85,
      accuracyMetres: 12,
      takenAt: '2026-03-10T06:00:00.000Z',
    },
  });
  await keepMoneyOf(server);
  await addPayment(server, { loanId: loanX, amount: 500, paidOn: '2026-03-11' });
});

const march = { gte: '10-03-2026', lte: '11-03-2026' };

interface Report {
  data: { code: string; Agent_Name: string }[];
  totalCount: number;
  totals: Record<string, number | null>;
  byAgent: { Agent_Name: string | null; claimed: number; verified: number; count: number }[];
}

async function report(as: PersonName, query: Record<string, string> = march): Promise<Report> {
  return server.taken<Report>('GET', '/call-disposition/daily-reports', { as, query });
}

async function codesOfDays(gte: string, lte: string): Promise<string[]> {
  return (await report('collector', { gte, lte })).data.map((row) => row.code);
}

async function moneySeenBy(as: PersonName) {
  const { totals } = await report(as);
  return [totals['claimed'], totals['receipted'], totals['verified']];
}

async function countOf(query: Record<string, string>): Promise<number> {
  return (await report('admin', { ...march, ...query })).totalCount;
}

describe('the daily call report', () => {
  it('sums the whole range to the rupee, whatever page is shown', async () => {
    const page = await report('admin', { ...march, pageSize: '1' });
    expect(page.data).toHaveLength(1);
    expect(page.totalCount).toBe(4);
    expect(page.totals).toEqual({
      count: 4,
      loanCount: 2,
      claimed: 2_000_000_008,
      receipted: 0,
      verified: 500,
      promiseAmount: 700,
      promiseCount: 1,
    });
    // Who is credited without having recorded anything has a line too: lines add up to the totals.
    const figures = page.byAgent.map((line) => [line.count, line.claimed, line.verified]);
    expect(figures).toEqual([
      [2, 2_000_000_001, 0],
      [1, 7, 0],
      [1, 0, 0],
      [0, 0, 500],
    ]);
    const names = ['Test collector', 'Test collector3', 'Test collector2', null];
    expect(page.byAgent.map((line) => line.Agent_Name)).toEqual(names);
  });

  it('takes days in the business time zone, both ends included', async () => {
    expect(await codesOfDays('2026-03-10', '2026-03-10')).toEqual(['PAID']);
    expect(await codesOfDays('2026-03-11', '2026-03-11')).toEqual(['PTP']);
    expect(await codesOfDays('2026-03-12', '2026-03-12')).toEqual([]);
  });

  it('spans today and tomorrow when no days are named', async () => {
    const id = await record('collector', loanX, { recordedAt: new Date().toISOString() });
    const answer = await report('collector', {});
    expect(answer.data).toMatchObject([{ _id: id }]);
  });

  it('leaves out the beginning of a call that has an outcome', async () => {
    expect((await report('collector2')).data.map((row) => row.code)).toEqual(['RINGING']);
  });

  it('shows everyone only what is theirs, totals included', async () => {
    expect(await moneySeenBy('manager')).toEqual([2_000_000_001, 0, 500]);
    expect(await moneySeenBy('manager2')).toEqual([7, 0, 0]);
    expect(await moneySeenBy('collector2')).toEqual([0, 0, 0]);
    // A lender's people see what is verified.
    expect(await moneySeenBy('clientadmin')).toEqual([null, null, 500]);
    expect(await moneySeenBy('customerOfY')).toEqual([null, null, 0]);
  });

  it('narrows by agent, client, disposition and words', async () => {
    const { people, clients } = server;
    expect(await countOf({ collectorId: people.collector.id })).toBe(2);
    expect(await countOf({ clientName: clients.Y.name })).toBe(1);
    expect(await countOf({ managerId: people.manager.id })).toBe(3);
    expect(await countOf({ disposition: 'PAID,PTP' })).toBe(3);
    expect(await countOf({ search: 'hyperlink' })).toBe(3);
    expect(await countOf({ search: 'if paid today' })).toBe(1);
  });

  it('tells what the contacts of an outcome brought, and nothing of payments, which have none', async () => {
    const { totals } = await report('admin', { ...march, disposition: 'PAID' });
    expect(totals).toMatchObject({ count: 2, claimed: 2_000_000_008, verified: null });
  });

  it('refuses wrong days, no token, other roles and foreign people', async () => {
    const status = async (as: PersonName | null, query: Record<string, string>) =>
      (await server.call('GET', '/call-disposition/daily-reports', { as, query })).statusCode;
    expect(await status('admin', { gte: '12-03-2026', lte: '10-03-2026' })).toBe(422);
    expect(await status('admin', { gte: 'yesterday' })).toBe(400);
    expect(await status('admin', { ...march, collectorId: 'x' })).toBe(400);
    expect(await status(null, march)).toBe(401);
    expect(await status('partner', march)).toBe(403);
    expect(await status('fieldagent', march)).toBe(403);
    const { people, clients } = server;
    expect(await status('manager', { ...march, collectorId: people.collector3.id })).toBe(403);
    expect(await status('customer', { ...march, clientName: clients.Y.name })).toBe(403);
  });
});

describe('the daily field report', () => {
  it('carries position, amounts and files of visits only', async () => {
    const answer = await server.call('GET', '/field-disposition/daily-reports', {
      as: 'manager',
      query: march,
    });
    expect(answer.json()).toMatchObject({
      totalCount: 1,
      // Verified is that of field agents: what nobody is credited for stands with the calls.
      totals: { claimed: 0, receipted: 999, verified: 0 },
      data: [
        {
          fieldAgentId: server.people.fieldagent.id,
          collectorId: null,
          position: { latitude: 18.52, longitude: 73.85, accuracyMetres: 12 },
          files: [],
        },
      ],
    });
    for (const as of ['collector', 'fieldagent'] as const) {
      const refused = await server.call('GET', '/field-disposition/daily-reports', { as });
      expect(refused.statusCode).toBe(403);
    }
  });
});

async function exported(path: string, as: PersonName, query: Record<string, string>) {
  const answer = await server.call('GET', path, { as, query });
  expect(answer.statusCode).toBe(200);
  const sheet = read(answer.rawPayload, { cellDates: false }).Sheets;
  const [first] = Object.values(sheet);
  if (!first) throw new Error('The workbook has no sheet.');
  return {
    headers: answer.headers,
    sheet: first,
    rows: utils.sheet_to_json<string[]>(first, { header: 1 }),
  };
}

describe('a report as a file', () => {
  it('holds exactly the rows shown, typed, with their totals', async () => {
    const path = '/reports/dailyCalls/export';
    const query = { ...march, view: 'rows' };
    const { headers, sheet, rows } = await exported(path, 'collector', query);
    expect(headers['content-disposition']).toBe(
      'attachment; filename="daily-call-reports_10-03-2026_11-03-2026.xlsx"',
    );
    const [header = [], ...body] = rows;
    const column = (name: string) => body.map((row) => row[header.indexOf(name)]);
    expect(column('Entry')).toEqual(['Call', 'Claim', 'Call', undefined]);
    expect(column('Outcome')[1]).toBe(column('Outcome')[2]);
    expect(column('Claimed')).toEqual([0, 2_000_000_001, 0, 2_000_000_001]);
    expect(column('Receipted')).toEqual([0, 0, 0, 0]);
    expect(column('Promised')).toEqual([700, 0, 0, 700]);
    expect(column('Amount told')).toEqual([undefined, undefined, 2_000_000_001, undefined]);
    expect(Math.floor(Number(column('When')[0]))).toBe(46_092);
    expect(column('Loan ID')[3]).toBe('Total');
    // Whatever a lender or an agent wrote: only the totals are formulas.
    const formulas = Object.entries(sheet).flatMap(([place, cell]) =>
      typeof cell === 'object' && cell !== null && 'f' in cell ? [place] : [],
    );
    expect(formulas.length).toBeGreaterThan(3);
    expect(formulas.filter((place) => !place.endsWith(`${rows.length}`))).toEqual([]);
    expect(rows.flat()).toContain(`'=HYPERLINK("x")`);
    expect(rows.flat()).toContain(`'-5 off if paid today`);
  });

  it('goes over many batches without losing or repeating a row', async () => {
    await server.db.execute(sql`
      insert into dispositions (id, loan_id, channel, agent_id, manager_id, code, disposition_class, recorded_at, amount_collected)
      select gen_random_uuid(), ${loanX}, 'FIELD', ${server.people.fieldagent.id}, ${server.people.manager.id},
        'FIELD_PAID', 'PAID', '2026-02-02T06:00:00Z'::timestamptz + (n / 7) * interval '1 second', n
      from generate_series(1, 300) n`);
    await keepMoneyOf(server);
    const { rows } = await exported('/reports/dailyVisits/export', 'manager', {
      gte: '02-02-2026',
      lte: '02-02-2026',
      view: 'rows',
    });
    const amount = rows[0]?.indexOf('Receipted') ?? -1;
    const amounts = rows.slice(1, -1).map((row) => Number(row[amount]));
    // A row for each visit and one for each receipt.
    expect(amounts).toHaveLength(600);
    expect(new Set(amounts.filter((each) => each > 0)).size).toBe(300);
    expect(rows.at(-1)?.[amount]).toBe((300 * 301) / 2);
  });

  it('is audited, and given to nobody else', async () => {
    await exported('/reports/dailyVisits/export', 'manager', { ...march, view: 'rows' });
    const audited = await server.db.execute(sql`select actor_id, entity_id, details from audit_log
      where action = 'report.export' order by sequence desc limit 1`);
    expect(audited.rows).toMatchObject([
      {
        actor_id: server.people.manager.id,
        entity_id: 'dailyVisits',
        details: { from: '2026-03-10', to: '2026-03-11', rows: 2 },
      },
    ]);
    const path = '/reports/dailyVisits/export';
    expect((await server.call('GET', path, { as: null })).statusCode).toBe(401);
    expect((await server.call('GET', path, { as: 'collector' })).statusCode).toBe(403);
  });
});

describe('the phones of field agents', () => {
  it('show whose work is still unsent, the oldest first', async () => {
    const { people } = server;
    const device = (agent: PersonName, unsentCount: number, oldestUnsentAt: string | null) => ({
      id: newId(),
      userId: people[agent].id,
      unsentCount,
      oldestUnsentAt,
    });
    await server.db
      .insert(devices)
      .values([
        device('fieldagent', 0, null),
        device('fieldagent', 3, '2026-03-10T06:00:00Z'),
        device('fieldagent2', 1, '2026-03-09T06:00:00Z'),
        device('collector', 9, '2026-03-01T06:00:00Z'),
      ]);
    const list = async (as: PersonName, query: Record<string, string> = {}) => {
      const answer = await server.call('GET', '/devices', { as, query });
      return { status: answer.statusCode, body: answer.json<unknown>() };
    };
    expect(await list('admin')).toMatchObject({
      body: {
        totalCount: 3,
        data: [
          { Agent_Name: 'Test fieldagent2', unsentCount: 1 },
          { unsentCount: 3, oldestUnsentAt: '2026-03-10T06:00:00.000Z' },
          { unsentCount: 0, oldestUnsentAt: null, lastDeliveredAt: null, isRevoked: false },
        ],
      },
    });
    expect(await list('manager', { unsentOnly: '1' })).toMatchObject({ body: { totalCount: 1 } });
    expect(await list('manager2')).toMatchObject({ body: { totalCount: 1 } });
    for (const as of ['collector', 'fieldagent', 'customer'] as const)
      expect((await list(as)).status).toBe(403);
  });
});
