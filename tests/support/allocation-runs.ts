import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type {
  AllocationRun,
  AllocationRunDetail,
  RunState,
} from '../../contract/allocation-run.ts';
import { newId } from '../../server/ids.ts';
import type { PersonName, TestServer } from './server.ts';

/** What a call about runs answered. */
interface RunAnswer {
  readonly status: number;
  readonly body: AllocationRunDetail & { readonly code?: string; readonly message?: string };
}

/** A rule as a test describes it; the rest is plain. */
const PLAIN_RULE = {
  conditions: [],
  kind: 'COLLECTOR',
  assigneeIds: [],
  spread: 'EQUAL_COUNT',
  isSticky: false,
  matchesSkills: false,
};

/** Sharing loans out, as tests do it. */
export function runSupport(server: TestServer) {
  const { db } = server;

  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    as: PersonName,
    body?: object,
  ): Promise<RunAnswer> => {
    const answer = await server.call(method, `/loans/allocation-runs${path}`, {
      as,
      ...(body && { body }),
    });
    return { status: answer.statusCode, body: answer.json<RunAnswer['body']>() };
  };

  const settled = async (
    id: string,
    as: PersonName,
    state: RunState,
  ): Promise<AllocationRunDetail> => {
    await expect.poll(async () => (await ask('GET', `/${id}`, as)).body.state).toBe(state);
    return (await ask('GET', `/${id}`, as)).body;
  };

  /** Plans a sharing-out among collectors unless told otherwise. */
  const planned = async (spec: object, as: PersonName = 'admin'): Promise<AllocationRunDetail> => {
    const made = await ask('POST', '', as, { kind: 'COLLECTOR', ...spec });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const run: AllocationRun = made.body;
    return settled(run._id, as, 'PLANNED');
  };

  /** The same, confirmed and given out. */
  const carriedOut = async (
    spec: object,
    as: PersonName = 'admin',
  ): Promise<AllocationRunDetail> => {
    const { _id } = await planned(spec, as);
    expect((await ask('PUT', `/${_id}/confirm`, as)).status).toBe(200);
    return settled(_id, as, 'DONE');
  };

  const idOf = (name: PersonName) => server.people[name].id;
  return {
    ask,
    settled,
    planned,
    carriedOut,
    idOf,
    /** The first manager's two collectors. */
    team: () => [idOf('collector'), idOf('collector2')],
    addLoans: async (count: number, fields: (n: number) => object = () => ({})) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) ids.push(await server.addLoan(fields(n)));
      return ids;
    },
    /** The same for a large book: copies of one loan that differ in their ids and numbers. */
    addCopies: async (count: number): Promise<void> => {
      const first = await server.addLoan({});
      await db.execute(sql`insert into loans select copy.* from loans l cross join generate_series(2, ${count}::int) n
        cross join lateral jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid(),
          'loan_number', l.loan_number || '-' || n)) copy where l.id = ${first}`);
    },
    /** How many loans, and how much due, each collector has. */
    held: async (): Promise<Record<string, { loans: number; due: number }>> => {
      const { rows } = await db.execute<{ id: string; loans: number; due: number }>(sql`
        select collector_id as id, count(*)::int as loans, sum(total_due_amount)::int as due from loans
        where collector_id is not null group by 1`);
      return Object.fromEntries(rows.map(({ id, loans, due }) => [id, { loans, due }]));
    },
    setSkills: async (name: PersonName, skills: { capacity?: number; pincodes?: string[] }) => {
      await db.execute(sql`insert into agent_skills (user_id, capacity, pincodes)
        values (${idOf(name)}, ${skills.capacity ?? null}, ${sql.param(skills.pincodes ?? [])}::text[])`);
    },
    addRule: async (position: number, name: string, spec: object): Promise<string> => {
      const id = newId();
      await db.execute(sql`insert into allocation_rules (id, name, position, spec)
        values (${id}, ${name}, ${position}, ${JSON.stringify({ ...PLAIN_RULE, ...spec })}::jsonb)`);
      return id;
    },
    /** Every test has a book of its own. */
    clear: async () => {
      await db.execute(sql`truncate allocation_runs, allocation_run_lanes, allocation_run_loans, allocation_rules, sorting_rules, agent_skills,
        allocations, loan_search, loan_changes, notifications, loan_closures cascade`);
      await db.execute(sql`delete from loans`);
    },
  };
}
