import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgentSkill, SkillPasteAnswer } from '../../contract/agent-skill.ts';
import type {
  RuleSheetAnswer,
  SortedLoan,
  SortingRule,
} from '../../contract/allocation-rule-answers.ts';
import type { Page } from '../../contract/paging.ts';
import { readAgents } from '../../server/allocation-rules/rule-sql-service.ts';
import { newId } from '../../server/ids.ts';
import { sendFile } from '../support/loan-file.ts';
import { addRuleLoans, inCity, ruleBook } from '../support/rule-book.ts';
import type { RuleSet } from '../support/rule-book.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await addRuleLoans(server);
});

const { call, refusal, rules, add, clear } = ruleBook(() => server);

/** Every test begins without rules. */
beforeEach(clear);

const upload = async (content: string | Buffer, fields: Record<string, string> = {}) =>
  sendFile(server, '/loans/allocation-rule/upload', { as: 'admin', content, fields });
const answerOf = async (...given: Parameters<typeof upload>) => {
  const answer = await upload(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<RuleSheetAnswer>();
};

/** What a rule says, without what each change makes new. */
const strip = (set: RuleSet) =>
  set.data.map(({ name, isActive, spec, lenderId }) => ({ name, isActive, spec, lenderId }));

describe('a sheet of rules', () => {
  it('is tried row by row, with the reason of each mistake, and changes nothing', async () => {
    const { people, clients } = server;
    const { version } = await rules();
    const answer = await answerOf(
      [
        'Rule,Lender,City,DPD,Pincode,Agents,Spread,For',
        `Good,${clients.X.name.toUpperCase()},"Pune,Goa",100-200,"411,422001",Collector2,equal amount,`,
        'Good,,,,,,,',
        'Bad,No such bank,,soon,4110055,somebody,wild,Collector',
        ',,,>=10,,fieldagent,,Collector',
        'Field,,!Pune,<30,,Test fieldagent,,',
      ].join('\n'),
    );
    expect(answer).toMatchObject({ isTrial: true, version: null, failedCount: 3 });
    expect(answer.rows[0]).toMatchObject({
      row: 2,
      Client_Name: clients.X.name,
      agentNames: [people.collector2.fullName],
      spec: {
        kind: 'COLLECTOR',
        spread: 'EQUAL_AMOUNT',
        conditions: [
          { field: 'City', is: 'in', values: ['Pune', 'Goa'] },
          { field: 'DPD', is: 'between', values: ['100', '200'] },
          { field: 'Pincode', is: 'in', values: ['411', '422001'] },
        ],
      },
    });
    expect(answer.rows.map(({ problems }) => problems.map(({ column }) => column))).toEqual([
      [],
      ['Rule'],
      ['Client', 'Agents', 'Spread', 'DPD'],
      ['Rule', 'Agents'],
      [],
    ]);
    expect(answer.rows[4]?.spec).toMatchObject({
      kind: 'FIELD',
      conditions: [
        { field: 'City', is: 'notIn', values: ['Pune'] },
        { field: 'DPD', is: 'between', values: ['', '29'] },
      ],
    });
    expect((await rules()).version).toBe(version);
  });

  it('takes the place of all rules when it is confirmed, and comes back the same', async () => {
    await add('Pune', [inCity('Pune')]);
    const old = await rules();
    const sheet = [
      'Rule,City,Bucket,Total Due Amount,other.Zone,Agents,Match skills,In force',
      'Pune,"Pune, ""Goa, North""",30-60,"1,00,000 to 2,00,000",*west*,,yes,no',
      'Rest,,,,,"collector, collector2",,',
    ].join('\n');
    expect(
      (await upload(sheet, { isTrial: 'false', version: String(old.version - 1) })).statusCode,
    ).toBe(409);
    const saved = await answerOf(sheet, { isTrial: 'false', version: String(old.version) });
    expect(saved).toMatchObject({ isTrial: false, failedCount: 0, version: old.version + 1 });
    const now = await rules();
    expect(now.data.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Pune', false],
      ['Rest', true],
    ]);
    // The rule of the same name is the same rule.
    expect(now.data[0]?._id).toBe(old.data[0]?._id);
    expect(now.data[0]?.spec.conditions).toEqual([
      { field: 'City', is: 'in', values: ['Pune', 'Goa, North'] },
      { field: 'Bucket', is: 'in', values: ['30-60'] },
      { field: 'Total_Due_Amount', is: 'between', values: ['1,00,000', '2,00,000'] },
      { field: 'other.Zone', is: 'contains', values: ['west'] },
    ]);
    const file = await server.call('GET', '/allocation-rules/sheet', { as: 'admin' });
    expect(file.headers['content-disposition']).toMatch(/allocation-rules_.*\.xlsx/);
    const again = await answerOf(file.rawPayload, { isTrial: 'false' });
    expect(again.failedCount, JSON.stringify(again)).toBe(0);
    expect(strip(await rules())).toEqual(strip(now));
  });

  it('of another kind, without rules or with unknown columns is refused', async () => {
    expect((await upload('%PDF-1.7')).statusCode).toBe(415);
    expect((await upload('')).statusCode).toBe(400);
    for (const [content, code] of [
      ['Rule,Colour\nx,red', 'UNKNOWN_COLUMN'],
      ['City,Agents\nPune,', 'MISSING_COLUMNS'],
      ['Rule,City\n', 'EMPTY_SHEET'],
    ] as const) {
      const answer = await upload(content);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, code]);
    }
  });

  it('keeps lists too long for one cell', async () => {
    const pincodes = Array.from({ length: 12_000 }, (_, at) => String(400_000 + at));
    await add('Many', [{ field: 'Pincode', is: 'in', values: pincodes }]);
    const file = await server.call('GET', '/allocation-rules/sheet', { as: 'admin' });
    const again = await answerOf(file.rawPayload);
    expect(again.rows[0]?.spec?.conditions[0]?.values).toEqual(pincodes);
  });
});

describe('the order in which loans are given out', () => {
  it('is set per lender, falls back to that of all the others, and can be looked at first', async () => {
    const { X, Y } = server.clients;
    const first = await call<{ data: SortedLoan[] }>('POST', '/sorting-rules/preview', {
      body: { lenderId: X.id, keys: [{ field: 'DPD', isDescending: false }] },
    });
    expect(first.data.map(({ Loan_ID }) => Loan_ID)).toEqual(['P1', 'P2', 'N1']);
    const set = await call<{ data: SortingRule[] }>('PUT', '/sorting-rules', {
      body: {
        lenderId: X.id,
        keys: [{ field: 'DPD' }, { field: 'Due_Date', isDescending: false }],
      },
    });
    expect(
      set.data.map(({ lenderId, keys, loanCount }) => [lenderId, keys.length, loanCount]),
    ).toEqual([
      [null, 1, 1],
      [X.id, 2, 3],
      [Y.id, 0, 1],
    ]);
    const others = await call<{ data: SortedLoan[] }>('POST', '/sorting-rules/preview', {
      body: { lenderId: null, keys: [] },
    });
    expect(others.data.map(({ Loan_ID }) => Loan_ID)).toEqual(['Z1']);
    const gone = await call<{ data: SortingRule[] }>('PUT', '/sorting-rules', {
      body: { lenderId: X.id, keys: [] },
    });
    expect(gone.data.find(({ lenderId }) => lenderId === X.id)?.keys).toEqual([]);
    expect(
      await refusal('PUT', '/sorting-rules', {
        as: 'admin',
        body: { lenderId: X.id, keys: [{ field: 'DPD' }, { field: 'DPD' }] },
      }),
    ).toEqual([400, 'BAD_INPUT']);
    expect(
      await refusal('PUT', '/sorting-rules', {
        as: 'admin',
        body: { lenderId: newId(), keys: [] },
      }),
    ).toEqual([400, 'UNKNOWN_CLIENT']);
  });
});

describe('what agents can take', () => {
  it('is set for one, listed, and read by who shares loans out', async () => {
    const { people } = server;
    const actor = { ...people.admin, userId: people.admin.id } as unknown as Parameters<
      typeof readAgents
    >[1];
    const saved = await call<{ data: AgentSkill }>('PUT', `/agent-skills/${people.fieldagent.id}`, {
      body: { languages: ['Marathi'], pincodes: ['411', '422001'], capacity: 40 },
    });
    expect(saved.data).toMatchObject({ capacity: 40, products: [], kind: 'FIELD', held: 0 });
    const page = await call<Page<AgentSkill>>('GET', '/agent-skills', {
      query: { kind: 'FIELD', search: 'agent2' },
    });
    expect(page.data.map(({ _id }) => _id)).toEqual([people.fieldagent2.id]);
    const agents = (await readAgents(server.db, actor)).filter(({ kind }) => kind === 'FIELD');
    expect(agents.map(({ id, capacity, languages }) => [id, capacity, languages])).toEqual([
      [people.fieldagent.id, 40, ['marathi']],
      [people.fieldagent2.id, null, []],
    ]);
    for (const body of [{ capacity: -1 }, { pincodes: ['x'] }, { languages: [''] }])
      expect(
        await refusal('PUT', `/agent-skills/${people.fieldagent.id}`, { as: 'admin', body }),
      ).toEqual([400, 'BAD_INPUT']);
    expect(
      await refusal('PUT', `/agent-skills/${people.customer.id}`, { as: 'admin', body: {} }),
    ).toEqual([404, 'NOT_FOUND']);
  });

  it('is pasted from a spreadsheet: tried with reasons, then set all together', async () => {
    const paste = async (text: string, isTrial: boolean) =>
      call<SkillPasteAnswer>('POST', '/agent-skills/paste', { body: { text, isTrial } });
    const wrong = await paste(
      'Agent\tLanguages\ncollector\tHindi\t\t\t12\nnobody\ncollector\t\t\t41x\tmany',
      false,
    );
    expect(wrong.failedCount).toBe(2);
    expect(
      wrong.rows.map(({ row, problems }) => [row, problems.map(({ column }) => column)]),
    ).toEqual([
      [2, []],
      [3, ['agent']],
      [4, ['agent', 'pincodes', 'capacity']],
    ]);
    const right = await paste(
      'collector\tHindi, Tamil\tGold Loan\t600;601001\t1,200\nTEST collector2\t\t\t\t',
      false,
    );
    expect(right.failedCount).toBe(0);
    const { data } = await call<Page<AgentSkill>>('GET', '/agent-skills', {
      query: { search: 'collector' },
    });
    expect(data[0]).toMatchObject({
      languages: ['Hindi', 'Tamil'],
      products: ['Gold Loan'],
      pincodes: ['600', '601001'],
      capacity: 1200,
    });
  });
});
