import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AllocationRule, RuleVersion } from '../../contract/allocation-rule.ts';
import type { DryRun, LoanExplanation, RuleLoan } from '../../contract/allocation-rule-answers.ts';
import type { Page } from '../../contract/paging.ts';
import { loadActiveRules } from '../../server/allocation-rules/rule-sql-service.ts';
import { newId } from '../../server/ids.ts';
import { addRuleLoans, inCity, ruleBook, ruleOf } from '../support/rule-book.ts';
import type { RuleSet } from '../support/rule-book.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

beforeAll(async () => {
  await addRuleLoans(server);
});

const { call, refusal, rules, add, clear } = ruleBook(() => server);
const overdue = (from: string, to = '') => ({ field: 'DPD', is: 'between', values: [from, to] });

/** Every test begins without rules. */
beforeEach(clear);

describe('allocation rules', () => {
  it('are tried in an order that can be changed; each change is a version', async () => {
    const before = (await rules()).version;
    const { _id: first } = await add('Pune', [inCity('Pune')]);
    const { _id: second } = await add('Late', [overdue('60')]);
    const { data, version } = await rules();
    expect(version).toBe(before + 2);
    expect(data.map(({ name, position }) => [name, position])).toEqual([
      ['Pune', 1],
      ['Late', 2],
    ]);
    const turned = await call<RuleSet>('PUT', '/allocation-rules/order', {
      body: { version, ids: [second, first] },
    });
    expect(turned.data.map(({ name }) => name)).toEqual(['Late', 'Pune']);
    const late = await server.call('PUT', '/allocation-rules/order', {
      as: 'admin',
      body: { version, ids: [first, second] },
    });
    expect(late.json()).toMatchObject({
      code: 'STALE_RULES',
      details: { changedBy: 'Test admin', version: turned.version },
    });
    expect(
      await refusal('PUT', '/allocation-rules/order', {
        as: 'admin',
        body: { version: turned.version, ids: [first] },
      }),
    ).toEqual([409, 'STALE_RULES']);
    expect((await rules()).data.map(({ name }) => name)).toEqual(['Late', 'Pune']);
  });

  it('are changed, put out of force and deleted on the revision that was seen', async () => {
    const { _id } = await add('Pune', [inCity('Pune')]);
    const changed = await call<RuleSet>('PUT', `/allocation-rules/${_id}`, {
      body: { ...ruleOf('Pune and Goa', [inCity('Pune', 'Goa')]), revision: 1 },
    });
    expect(changed.data[0]).toMatchObject({ name: 'Pune and Goa', revision: 2, isActive: true });
    for (const [method, path, more] of [
      ['PUT', '', { body: { ...ruleOf('x', []), revision: 1 } }],
      ['PUT', '/active', { body: { isActive: false, revision: 1 } }],
      ['DELETE', '', { query: { revision: '1' } }],
    ] as const)
      expect(
        await refusal(method, `/allocation-rules/${_id}${path}`, { as: 'admin', ...more }),
      ).toEqual([409, 'STALE_REVISION']);
    const off = await call<RuleSet>('PUT', `/allocation-rules/${_id}/active`, {
      body: { isActive: false, revision: 2 },
    });
    expect(off.data[0]?.isActive).toBe(false);
    expect((await loadActiveRules(server.db)).rules).toEqual([]);
    await call('DELETE', `/allocation-rules/${_id}`, { query: { revision: '3' } });
    expect((await rules()).data).toEqual([]);
    expect(
      await refusal('DELETE', `/allocation-rules/${_id}`, {
        as: 'admin',
        query: { revision: '4' },
      }),
    ).toEqual([404, 'NOT_FOUND']);
  });

  it('that say something impossible are refused in words', async () => {
    const { people } = server;
    for (const [body, status, code] of [
      [ruleOf('', []), 400, 'BAD_INPUT'],
      [ruleOf('x', [{ field: 'password', is: 'in', values: ['a'] }]), 400, 'BAD_INPUT'],
      [ruleOf('x', [overdue('soon')]), 400, 'WRONG_CONDITION'],
      [ruleOf('x', [inCity('Pune'), inCity('Goa')]), 400, 'WRONG_CONDITION'],
      [{ ...ruleOf('x', []), lenderId: newId() }, 400, 'UNKNOWN_CLIENT'],
      [ruleOf('x', [], { assigneeIds: [people.fieldagent.id] }), 422, 'WRONG_ASSIGNEE'],
      [ruleOf('x', [], { assigneeIds: [newId()] }), 422, 'WRONG_ASSIGNEE'],
    ] as const)
      expect(await refusal('POST', '/allocation-rules', { as: 'admin', body })).toEqual([
        status,
        code,
      ]);
    expect((await rules()).data).toEqual([]);
  });

  it('have names of their own, by which a sheet finds them again', async () => {
    const first = await add('Metro', [], {});
    const taken = { as: 'admin', body: ruleOf('METRO', []) } as const;
    expect(await refusal('POST', '/allocation-rules', taken)).toEqual([409, 'NAME_TAKEN']);
    const other = await add('Towns', [], {});
    const body = { ...ruleOf('metro', []), revision: 1 };
    expect(await refusal('PUT', `/allocation-rules/${other._id}`, { as: 'admin', body })).toEqual([
      409,
      'NAME_TAKEN',
    ]);
    await call('PUT', `/allocation-rules/${first._id}`, { body });
  });

  it('are the admins’ only', async () => {
    for (const as of ['manager', 'clientadmin', 'partner', 'collector', 'customer'] as const)
      for (const path of [
        '/allocation-rules',
        '/sorting-rules',
        '/agent-skills',
        '/allocation-rules/dry-run',
      ])
        expect(await refusal('GET', path, { as })).toEqual([403, 'WRONG_ROLE']);
  });

  it('of one lender go by its id, whatever it is called later', async () => {
    const { _id } = await add('Y only', [], {});
    await call('PUT', `/allocation-rules/${_id}`, {
      body: { ...ruleOf('Y only', []), lenderId: server.clients.Y.id, revision: 1 },
    });
    const { rules: active } = await loadActiveRules(server.db);
    expect(active[0]?.spec.conditions).toEqual([
      { field: 'Client_Name', is: 'in', values: [server.clients.Y.name] },
    ]);
    const run = await call<DryRun>('GET', '/allocation-rules/dry-run');
    expect(run.rules[0]).toMatchObject({ loanCount: 1, dueAmount: 8000 });
  });

  it('changed by two at once: one is told to look again, versions have no gap', async () => {
    const { _id, version } = await add('Pune', [inCity('Pune')]);
    const answers = await Promise.all(
      [1, 2, 3].map(async (nth) =>
        server.call('PUT', `/allocation-rules/${_id}`, {
          as: 'admin',
          body: { ...ruleOf(`Pune ${nth}`, [inCity('Pune')]), revision: 1 },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
    expect((await rules()).version).toBe(version + 1);
  });
});

describe('versions of the rules', () => {
  it('say what changed, can be looked at and be brought back', async () => {
    await add('Pune', [inCity('Pune')]);
    const { version, _id } = await add('Late', [overdue('60')]);
    await call('PUT', `/allocation-rules/${_id}`, {
      body: { ...ruleOf('Later', [overdue('90')]), revision: 1 },
    });
    await call('DELETE', `/allocation-rules/${_id}`, { query: { revision: '2' } });
    const page = await call<Page<RuleVersion>>('GET', '/allocation-rules/versions', {
      query: { pageSize: '2' },
    });
    expect(page.totalCount).toBe(version + 2);
    expect(page.data.map(({ added, removed, changed }) => [added, removed, changed])).toEqual([
      [[], ['Later'], []],
      [[], [], ['Later']],
    ]);
    const { data } = await call<{ data: { rules: AllocationRule[] } }>(
      'GET',
      `/allocation-rules/versions/${version}`,
    );
    expect(data.rules.map(({ name }) => name)).toEqual(['Pune', 'Late']);
    expect(
      await refusal('POST', `/allocation-rules/versions/${version}/restore`, {
        as: 'admin',
        body: { version },
      }),
    ).toEqual([409, 'STALE_RULES']);
    const restored = await call<RuleSet>('POST', `/allocation-rules/versions/${version}/restore`, {
      body: { version: version + 2 },
    });
    expect(restored.data.map(({ name, spec }) => [name, spec.conditions[0]?.values])).toEqual([
      ['Pune', ['Pune']],
      ['Late', ['60', '']],
    ]);
    expect(restored.version).toBe(version + 3);
    expect(await refusal('GET', '/allocation-rules/versions/9999', { as: 'admin' })).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });
});

describe('a dry run', () => {
  it('tells what each rule takes in the order, what is free of it, and what none takes', async () => {
    await add('Late', [overdue('60')]);
    await add('Pune', [inCity('Pune')]);
    await add('Managers', [inCity('Goa')], { kind: 'MANAGER' });
    await add('Nobody', [], { assigneeIds: [] });
    const set = await rules();
    const last = set.data.at(-1);
    await call('PUT', `/allocation-rules/${last?._id ?? ''}/active`, {
      body: { isActive: false, revision: 1 },
    });
    const run = await call<DryRun>('GET', '/allocation-rules/dry-run');
    expect(run).toMatchObject({ loanCount: 4, dueAmount: 15_000, version: set.version + 1 });
    expect(
      run.rules.map(({ name, loanCount, dueAmount, freeCount, freeDue }) => [
        name,
        loanCount,
        dueAmount,
        freeCount,
        freeDue,
      ]),
    ).toEqual([
      ['Late', 2, 6000, 1, 4000],
      ['Pune', 1, 1000, 1, 1000],
      ['Managers', 1, 8000, 1, 8000],
    ]);
    expect(run.none).toEqual([
      { kind: 'COLLECTOR', loanCount: 1, dueAmount: 8000, freeCount: 1, freeDue: 8000 },
      { kind: 'MANAGER', loanCount: 3, dueAmount: 7000, freeCount: 2, freeDue: 5000 },
    ]);
  });

  it('lists the loans of each rule, and counts what a rule that is being written fits', async () => {
    const { _id: late } = await add('Late', [overdue('60')]);
    const { _id: pune } = await add('Pune', [inCity('Pune')]);
    const numbers = async (query: Record<string, string>) =>
      (await call<Page<RuleLoan>>('GET', '/allocation-rules/loans', { query })).data.map(
        ({ Loan_ID }) => Loan_ID,
      );
    expect((await numbers({ ruleId: late })).sort()).toEqual(['N1', 'P2']);
    expect(await numbers({ ruleId: late, free: 'yes' })).toEqual(['N1']);
    expect(await numbers({ ruleId: pune })).toEqual(['P1']);
    expect(await numbers({})).toEqual(['Z1']);
    expect(await numbers({ search: 'z1' })).toEqual(['Z1']);
    expect(
      await call('POST', '/allocation-rules/count', { body: ruleOf('', [inCity('Pune')]) }),
    ).toEqual({ loanCount: 2, dueAmount: 3000, freeCount: 1, agentCount: 3 });
    expect(
      await refusal('GET', '/allocation-rules/loans', { as: 'admin', query: { ruleId: newId() } }),
    ).toEqual([404, 'NOT_FOUND']);
  });

  it('explains why a loan goes where it goes, condition by condition', async () => {
    const { people } = server;
    await add('Late in Pune', [inCity('Pune'), overdue('60')], {
      assigneeIds: [people.collector2.id],
    });
    await add('Full', [inCity('Pune')], { assigneeIds: [people.collector.id] });
    await add('Pune', [inCity('Pune', 'Goa')], { spread: 'CAPACITY' });
    await call('PUT', `/agent-skills/${people.collector.id}`, { body: { capacity: 1 } });
    const { data } = await call<{ data: LoanExplanation[] }>('GET', '/allocation-rules/why', {
      query: { Loan_ID: 'P1' },
    });
    expect(data).toHaveLength(1);
    expect(data[0]?.rules.map(({ name, outcome }) => [name, outcome])).toEqual([
      ['Late in Pune', 'NOT'],
      ['Full', 'NOBODY'],
      ['Pune', 'TAKES'],
    ]);
    expect(data[0]?.rules[0]?.conditions).toEqual([
      { field: 'City', is: 'in', values: ['Pune'], valueCount: 1, value: 'Pune', holds: true },
      { field: 'DPD', is: 'between', values: ['60', ''], valueCount: 2, value: '20', holds: false },
    ]);
    expect(data[0]?.rules[2]?.agents.map(({ fullName }) => fullName)).toEqual([
      people.collector2.fullName,
      people.collector3.fullName,
    ]);
    expect(
      await refusal('GET', '/allocation-rules/why', { as: 'admin', query: { Loan_ID: 'none' } }),
    ).toEqual([404, 'NOT_FOUND']);
    await call('PUT', `/agent-skills/${people.collector.id}`, { body: {} });
  });
});
