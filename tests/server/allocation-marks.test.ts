import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/postgres.ts';
import type { TestDatabase } from '../support/postgres.ts';

/* What changes on a loan marks its open allocations for the pull: by triggers whose plans a session keeps (0082, 0083). */

const LOANS = 3000;
const loanId = (n: string) => `('00000000-0000-7000-8e00-' || lpad((${n})::text, 12, '0'))::uuid`;
const [client, agent, other] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`);

let database: TestDatabase;
/** The one that is asked: its plans are those of its first changes. */
let session: Client;
/** Its first changes: of one loan, while there was no allocation. */
let early: Client;
/** Its first changes: of thousands of loans. */
let bulky: Client;

const marked = async (): Promise<Record<string, number>> => {
  const { rows } = await session.query<{ kind: string; marked: number }>(`
    select kind || case when ended_at is null then '' else ' ended' end as kind, count(*)::int as marked from allocations
    where changed_xid = pg_current_xact_id() group by 1 order by 1`);
  return Object.fromEntries(rows.map((row) => [row.kind, row.marked]));
};

/** How many rows of the table the session has read by going from one end to the other, as far as that was not told of yet. */
const scanned = async (): Promise<number> => {
  const { rows } = await session.query<{ n: number }>(`
    select seq_tup_read::int as n from pg_stat_xact_user_tables where relname = 'allocations'`);
  return rows[0]?.n ?? 0;
};

const contact = async (n: string): Promise<unknown> =>
  session.query(
    `insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
     select gen_random_uuid(), ${loanId(n)}, 'CALL', $1, 'RINGING', 'NOT_CONTACTED', now() from generate_series(1, 2) twice`,
    [agent],
  );

const hold = async (span: string): Promise<unknown> =>
  session.query(`insert into contact_holds (id, loan_id, kind)
     select gen_random_uuid(), ${loanId('n')}, 'DISPUTE' from generate_series(${span}) n`);

/** Does it in a transaction that leaves nothing; gives what it marked and what it scanned for that. */
async function tried(work: () => Promise<unknown>): Promise<{ marks: object; scanned: number }> {
  await session.query('begin');
  try {
    const before = await scanned();
    await work();
    const read = (await scanned()) - before;
    return { marks: await marked(), scanned: read };
  } finally {
    await session.query('rollback');
  }
}

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: database.ownerUrl });
  await client.connect();
  return client;
}

beforeAll(async () => {
  database = await testDatabase();
  early = await connected();
  session = early;
  await session.query('insert into clients (id, name) values ($1, $2)', [client, 'Lender']);
  for (const id of [agent, other])
    await session.query(
      `insert into users (id, role, username, email, full_name, password_hash)
       values ($1, 'FIELD_AGENT', $2, $2 || '@marks', 'Agent', 'none')`,
      [id, id],
    );
  await session.query(
    `insert into loans (id, loan_number, client_id, customer_name)
     select ${loanId('n')}, 'M' || n, $1, 'Asha' from generate_series(1, ${LOANS}) n`,
    [client],
  );
  // The session's first marks, while there is no allocation at all.
  await contact('1');
  await session.query(`update loans set bucket = '2' where id = ${loanId('1')}`);
  for (const [kind, id, ended] of [
    ['FIELD', agent, null],
    ['COLLECTOR', other, null],
    ['FIELD', other, '2026-01-01Z'],
  ])
    await session.query(
      `insert into allocations (id, loan_id, assignee_id, kind, ended_at)
       select gen_random_uuid(), id, $1, $2, $3 from loans`,
      [id, kind, ended],
    );
  await session.query('analyze loans, allocations');
  bulky = await connected();
  session = bulky;
  await tried(async () => {
    await session.query(`update loans set bucket = '5'`);
    await session.query(
      `insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, recorded_at)
       select gen_random_uuid(), id, 'CALL', $1, 'RINGING', 'NOT_CONTACTED', now() from loans`,
      [agent],
    );
    await hold(`1, ${LOANS}`);
  });
});

afterAll(async () => {
  await early.end();
  await bulky.end();
  await database.close();
});

describe.each([
  ['of one loan, before there was an allocation', () => early],
  ['of thousands of loans', () => bulky],
])('a session whose first changes were %s', (_, its) => {
  beforeAll(() => {
    session = its();
  });

  it("marks a contact's loan alone, and reads no other allocation", async () => {
    expect(await tried(() => contact('7'))).toEqual({
      marks: { COLLECTOR: 1, FIELD: 1 },
      scanned: 0,
    });
  });

  it('marks a changed loan alone', async () => {
    expect(
      await tried(async () =>
        session.query(`update loans set bucket = '3' where id = ${loanId('8')}`),
      ),
    ).toEqual({ marks: { COLLECTOR: 1, FIELD: 1 }, scanned: 0 });
  });

  it('marks a held loan alone', async () => {
    expect(await tried(() => hold('9, 9'))).toEqual({
      marks: { COLLECTOR: 1, FIELD: 1 },
      scanned: 0,
    });
  });

  it('marks thousands of changed loans, those with an open allocation', async () => {
    expect((await tried(() => session.query(`update loans set bucket = '4'`))).marks).toEqual({
      COLLECTOR: LOANS,
      FIELD: LOANS,
    });
  });

  it('marks the loan of a contact that is changed or taken out', async () => {
    const ofFirst = `loan_id = ${loanId('1')}`;
    const one = { COLLECTOR: 1, FIELD: 1 };
    const change = () => session.query(`update dispositions set remarks = 'x' where ${ofFirst}`);
    expect((await tried(change)).marks).toEqual(one);
    const removal = () => session.query(`delete from dispositions where ${ofFirst}`);
    expect((await tried(removal)).marks).toEqual(one);
  });
});
