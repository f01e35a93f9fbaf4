import { expect } from 'vitest';
import type { AllocationRule } from '../../contract/allocation-rule.ts';
import type { TestServer } from './server.ts';

/** The rules in force. */
export interface RuleSet {
  data: AllocationRule[];
  version: number;
  _id: string;
}

/** Loans of two lenders that rules tell apart by city, days past due and amount; one of them is worked already, one paid. */
export async function addRuleLoans(server: TestServer): Promise<void> {
  const { people } = server;
  await server.addLoan({ loanNumber: 'P1', city: 'Pune', dpd: 20, totalDueAmount: 1000 });
  await server.addLoan({
    loanNumber: 'P2',
    city: 'Pune',
    dpd: 70,
    totalDueAmount: 2000,
    collectorId: people.collector.id,
    managerId: people.manager.id,
  });
  await server.addLoan({ loanNumber: 'N1', city: 'Nashik', dpd: 80, totalDueAmount: 4000 });
  await server.addLoan({ loanNumber: 'Z1', client: 'Y', city: 'Goa', totalDueAmount: 8000 });
  await server.addLoan({ loanNumber: 'Gone', city: 'Pune', status: 'PAID' });
}

/** A condition on the loan's city. */
export const inCity = (...values: string[]) => ({ field: 'City', is: 'in', values });

/** A rule for collectors as the wire has it. */
export const ruleOf = (name: string, conditions: object[], spec: object = {}) => ({
  name,
  spec: { conditions, kind: 'COLLECTOR', ...spec },
});

/** Rules as an admin sees and makes them. */
export function ruleBook(server: () => TestServer) {
  const call = async <Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    more: Partial<Parameters<TestServer['call']>[2]> = {},
  ): Promise<Answer> => {
    const answer = await server().call(method, path, { as: 'admin', ...more });
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
    return answer.json<Answer>();
  };

  const refusal = async (...[method, path, more]: Parameters<TestServer['call']>) => {
    const answer = await server().call(method, path, more);
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };

  const rules = async () => call<RuleSet>('GET', '/allocation-rules');
  const add = async (...given: Parameters<typeof ruleOf>) =>
    call<RuleSet>('POST', '/allocation-rules', { body: ruleOf(...given) });

  const clear = async () => {
    for (const { _id, revision } of (await rules()).data)
      await call('DELETE', `/allocation-rules/${_id}`, { query: { revision: String(revision) } });
  };
  return { call, refusal, rules, add, clear };
}
