import { beforeAll, expect, test } from 'vitest';
import type { RuleSet } from '../../server/allocation-rules/rule-rows.ts';
import { runSupport } from '../support/allocation-runs.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
let runs: ReturnType<typeof runSupport>;

beforeAll(() => {
  runs = runSupport(server);
});

/** Makes a rule for the loans of a city, and says its id. */
async function makeRule(kind: 'COLLECTOR' | 'FIELD'): Promise<string> {
  const spec = { kind, conditions: [{ field: 'City', is: 'in', values: ['Pune'] }] };
  const body = { name: `Pune, ${kind}`, spec };
  const { data } = await server.taken<RuleSet>('POST', '/allocation-rules', { as: 'admin', body });
  return data.find(({ name }) => name === body.name)?._id ?? '';
}

async function switchRule(id: string, isActive: boolean): Promise<void> {
  const { data } = await server.taken<RuleSet>('GET', '/allocation-rules', { as: 'admin' });
  const body = { isActive, revision: data.find(({ _id }) => _id === id)?.revision };
  await server.taken('PUT', `/allocation-rules/${id}/active`, { as: 'admin', body });
}

test('a plan is not carried out by rules that were changed since; others may be', async () => {
  const [ofCalls, ofVisits] = [await makeRule('COLLECTOR'), await makeRule('FIELD')];
  await runs.addLoans(2, () => ({ city: 'Pune' }));
  const plan = await runs.planned({ usesRules: true, onlyRules: true });
  expect(plan.takenByRules).toBe(2);
  const confirm = async () => runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
  await switchRule(ofCalls, false);
  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'RULES_CHANGED' } });
  expect(await runs.held()).toEqual({});
  await switchRule(ofCalls, true);
  await switchRule(ofVisits, false);
  expect((await confirm()).status).toBe(200);
  await runs.settled(plan._id, 'admin', 'DONE');
});
