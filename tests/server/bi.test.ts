import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BiDoor } from '../../contract/bi.ts';
import type { ReportAnswer } from '../../contract/report-engine.ts';
import { clientIdsOf, makeBiRole } from '../../server/bi/bi-role.ts';
import { addPayment } from '../support/money.ts';
import { startTestServer } from '../support/server.ts';
import type { PersonName, TestServer } from '../support/server.ts';

const SECRET = 'a-secret-that-the-double-knows';
const metabase = {
  BI_TOOL: 'metabase',
  BI_URL: 'https://bi.example/',
  BI_SECRET: SECRET,
  BI_DASHBOARDS: 'ADMIN:1,MANAGER:2,*:3',
};

/** What a tool does with a token: the signature, then the claims. Throws as the tool refuses. */
function readToken(token: string, secret = SECRET): Record<string, unknown> {
  const [head = '', body = '', signature = ''] = token.split('.');
  const ours = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
  if (ours !== signature) throw new Error('The signature is wrong.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
  if (Number(claims['exp']) * 1000 < Date.now()) throw new Error('The token is over.');
  return claims;
}

const openAs = async (server: TestServer, as: PersonName) =>
  server.call('POST', '/redirectBi', { as, body: {} });

describe('the link to BI reports without a tool', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(async () => server.close());

  it('opens the product’s own dashboards for the default subscription', async () => {
    const answer = await openAs(server, 'admin');
    expect(answer.json()).toEqual({
      cookies: [],
      subscription_type: 'primary_explorar',
      tool: null,
      url: null,
      guestToken: null,
      expiresAt: null,
    });
    expect((await server.call('POST', '/redirectBi', { as: 'manager' })).statusCode).toBe(200);
  });

  it('is refused to who has no BI reports, but for the lender’s people, and to other roles', async () => {
    const { db, people } = server;
    await db.execute(
      sql`update users set no_bi_report = 0 where id in (${people.manager.id}, ${people.customer.id})`,
    );
    const refused = await openAs(server, 'manager');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([403, 'NO_BI']);
    expect((await openAs(server, 'customer')).statusCode).toBe(200);
    expect((await openAs(server, 'fieldagent')).statusCode).toBe(403);
    expect((await openAs(server, 'partner')).statusCode).toBe(403);
    const board = async (as: PersonName) =>
      (await server.call('GET', '/data-visualization/by/category', { as })).statusCode;
    expect([await board('manager'), await board('manager2'), await board('customer')]).toEqual([
      403, 200, 200,
    ]);
  });

  const made = async (name: string, ids: readonly string[] | null) => {
    const client = new Client({ connectionString: server.context.database.ownerUrl });
    await client.connect();
    try {
      return await makeBiRole(client, name, ids);
    } finally {
      await client.end();
    }
  };

  it('gives a BI tool a role that reads its client’s rows and nothing else', async () => {
    const { clients } = server;
    await server.addLoan({ client: 'X', loanNumber: 'X-1' });
    await server.addLoan({ client: 'Y', loanNumber: 'Y-1' });
    const password = await made('bi_xenon', [clients.X.id]);
    // Again: another password, the same rights.
    const again = await made('bi_xenon', [clients.X.id]);
    await made('bi_yotta', [clients.Y.id]);
    expect(again).not.toBe(password);
    const url = new URL(server.context.database.url);
    url.username = 'bi_xenon';
    url.password = again;
    const tool = new Client({ connectionString: url.href });
    await tool.connect();
    try {
      const seen = async (query: string) => (await tool.query(query)).rows;
      expect(await seen('select loan_number from bi.loans')).toEqual([{ loan_number: 'X-1' }]);
      expect(await seen('select role_name from public.bi_access')).toEqual([
        { role_name: 'bi_xenon' },
      ]);
      expect(await seen('select client from bi.clients')).toEqual([{ client: clients.X.name }]);
      expect(await seen('select loan_number from public.loans')).toHaveLength(1);
      for (const view of ['contacts', 'payments', 'promises'])
        expect(await seen(`select * from bi.${view}`)).toEqual([]);
      for (const query of [
        'select customer_name from public.loans',
        'select * from public.users',
        'select * from public.sessions',
        "insert into bi_access values ('bi_xenon', null)",
        "set default_transaction_read_only = off; insert into bi_access values ('bi_xenon', null)",
        'update public.loans set city = null',
        // The audit trail's: who holds it stops every write.
        'select pg_advisory_lock(4801)',
        'select pg_try_advisory_xact_lock_shared(4801, 1)',
        // What would fill the disk.
        'set default_transaction_read_only = off; select lo_creat(-1)',
        `set default_transaction_read_only = off; select lo_from_bytea(0, '\\x00')`,
        `select pg_logical_emit_message(false, 'a', repeat('b', 9))`,
      ])
        await expect(tool.query(query), query).rejects.toThrow(/permission denied|read-only/);
      // A dashboard that was left open in a transaction lets go of it.
      expect(await seen('show temp_file_limit')).toEqual([{ temp_file_limit: '1GB' }]);
      await expect(tool.query('set temp_file_limit = -1')).rejects.toThrow(/permission denied/);
      expect(await seen('show idle_in_transaction_session_timeout')).toEqual([
        { idle_in_transaction_session_timeout: '1min' },
      ]);
      // It leaves the server connections: of a few more than it needs some are refused.
      const more = Array.from({ length: 12 }, () => new Client({ connectionString: url.href }));
      const opened = await Promise.allSettled(more.map(async (each) => each.connect()));
      const refused = opened.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      await Promise.allSettled(more.map(async (each) => each.end()));
      // One that is being refused counts as long as it is there.
      expect(refused.length).toBeGreaterThan(2);
      for (const reason of refused)
        expect(String(reason)).toContain('too many connections for role');
      // The server itself goes on.
      await server.addLoan({ client: 'X', loanNumber: 'X-2' });
      await server.db.execute(sql`select pg_advisory_xact_lock(4801)`);
      await server.ownerDb.execute(sql`select pg_advisory_xact_lock(4801)`);
    } finally {
      await tool.end();
      await server.ownerDb.execute(sql`drop owned by bi_xenon`);
      await server.ownerDb.execute(sql`drop role bi_xenon`);
      await server.ownerDb.execute(sql`drop owned by bi_yotta`);
      await server.ownerDb.execute(sql`drop role bi_yotta`);
    }
  });

  it('knows a client by its name however that is typed', async () => {
    const { db, clients } = server;
    const idOf = async (name: string) => clientIdsOf(db, [name]);
    for (const name of [clients.X.name, clients.X.name.toUpperCase(), ` ${clients.X.name} `])
      expect(await idOf(name), name).toEqual([clients.X.id]);
    await expect(idOf(`${clients.X.name} 2`)).rejects.toThrow('There is no client named');
  });

  it('gives a BI tool payments as they are attributed, share by share', async () => {
    const { db, clients, people } = server;
    for (const client of ['X', 'Y'] as const) {
      const loanId = await server.addLoan({ client });
      const collectorId = people.collector.id;
      await addPayment(server, { loanId, amount: 1001, paidOn: '2026-01-05', collectorId });
      await addPayment(server, { loanId, amount: 50, paidOn: '2026-01-06', collectorId });
    }
    await db.execute(sql`update payments set is_shared = true where amount = 1001`);
    await db.execute(sql`insert into payment_shares (payment_id, place, person_id, amount, reason)
      select p.id, 1, ${people.collector2.id}::uuid, 330, 'LAST_CONTACT' from payments p where p.is_shared
      union all select p.id, 2, null, 671, 'NOBODY' from payments p where p.is_shared`);
    const url = new URL(server.context.database.url);
    url.username = 'bi_shares';
    url.password = await made('bi_shares', [clients.X.id]);
    const tool = new Client({ connectionString: url.href });
    await tool.connect();
    try {
      const { rows } = await tool.query(
        'select collector_id, sum(amount)::int as sum from bi.payments group by 1 order by 2',
      );
      expect(rows).toEqual([
        { collector_id: people.collector.id, sum: 50 },
        { collector_id: people.collector2.id, sum: 330 },
        { collector_id: null, sum: 671 },
      ]);
    } finally {
      await tool.end();
      await server.ownerDb.execute(sql`drop owned by bi_shares`);
      await server.ownerDb.execute(sql`drop role bi_shares`);
    }
  });

  it('counts contacts for a BI tool as reports count them', async () => {
    const { db, people } = server;
    const loanId = await server.addLoan({ client: 'X' });
    // A start with its outcome, one that has none yet, a promise, and an amount that is none; the promise's caller was told of money.
    for (const [agent, code, outcome, amount] of [
      ['collector', 'CALL_STARTED', 'NOT_CONTACTED', null],
      ['collector', 'RINGING', 'NOT_CONTACTED', 777],
      ['collector', 'PTP', 'PTP', 500],
      ['collector2', 'CALL_STARTED', 'NOT_CONTACTED', null],
    ] as const)
      await db.execute(sql`insert into dispositions (id, loan_id, channel, agent_id, code, disposition_class, promise_amount, amount_collected, recorded_at)
        values (gen_random_uuid(), ${loanId}, 'CALL', ${people[agent].id}, ${code}, ${outcome}, ${amount}, ${outcome === 'PTP' ? 300 : null}, now())`);
    await made('bi_contacts', null);
    const { rows } = await server.ownerDb.execute<{
      calls: number;
      promised: number;
      told: number;
    }>(
      sql`select count(*)::int as calls, sum(promise_amount)::int as promised, sum(amount_told)::int as told from bi.contacts
        where channel = 'CALL'`,
    );
    await server.ownerDb.execute(sql`drop owned by bi_contacts`);
    await server.ownerDb.execute(sql`drop role bi_contacts`);
    const report = await server.taken<ReportAnswer>('GET', '/reports/callStatus', { as: 'admin' });
    const sumOf = (measure: 'calls' | 'promised' | 'collected') =>
      report.totals[report.measures.indexOf(measure)];
    expect(rows).toEqual([{ calls: sumOf('calls'), promised: sumOf('promised'), told: 300 }]);
    expect(rows).toEqual([{ calls: 3, promised: 500, told: 300 }]);
    // What was told is no money.
    expect(sumOf('collected')).toBe(0);
  });

  it('calls nothing that the server’s role made to be called by the owner', async () => {
    await server.db.execute(sql`create table told (by text)`);
    await server.db.execute(sql`create function format(text, text) returns text language sql as
      $$insert into public.told values (current_user); select pg_catalog.format($1, $2)$$`);
    try {
      await made('bi_called', null);
      expect((await server.db.execute(sql`select * from told`)).rows).toEqual([]);
    } finally {
      await server.db.execute(sql`drop function format(text, text)`);
      await server.db.execute(sql`drop table told`);
      await server.ownerDb.execute(sql`drop owned by bi_called`);
      await server.ownerDb.execute(sql`drop role bi_called`);
    }
  });

  it('leaves roles that are not its own alone', async () => {
    const owner = new URL(server.context.database.url).username;
    await expect(made(owner, null)).rejects.toThrow('already');
    await expect(made('x; drop table loans', null)).rejects.toThrow('small letters');
  });
});

describe('the link to a BI tool', () => {
  it('is a signed Metabase address with the viewer’s rows locked in', async () => {
    const server = await startTestServer({ ...metabase, BI_SUBSCRIPTION: 'secondry' });
    try {
      const claimsOf = async (as: PersonName) => {
        const door = (await openAs(server, as)).json<BiDoor>();
        expect(door).toMatchObject({
          tool: 'METABASE',
          subscription_type: 'secondry',
          guestToken: null,
        });
        const token =
          /^https:\/\/bi\.example\/embed\/dashboard\/([^#]+)#/.exec(door.url ?? '')?.[1] ?? '';
        expect(door.cookies[0]).toContain(token);
        return readToken(token);
      };
      const none = { client_id: [], manager_id: [], collector_id: [] };
      expect(await claimsOf('admin')).toMatchObject({ resource: { dashboard: 1 }, params: none });
      const { people, clients } = server;
      expect(await claimsOf('manager')).toMatchObject({
        resource: { dashboard: 2 },
        params: { ...none, manager_id: [people.manager.id] },
      });
      for (const as of ['customer', 'clientadmin'] as const)
        expect(await claimsOf(as)).toMatchObject({
          resource: { dashboard: 3 },
          params: { ...none, client_id: [clients.X.id] },
        });
      // Whatever is named in the request, the token is for the rows of who asks.
      const foreign = {
        client: clients.Y.name,
        clientId: clients.Y.id,
        role: 'ADMIN',
        manager_id: people.manager2.id,
      };
      const forged = await server.call('POST', '/redirectBi', { as: 'customer', body: foreign });
      const [, token = ''] = /\/dashboard\/([^#]+)#/.exec(forged.json<BiDoor>().url ?? '') ?? [];
      expect(readToken(token)).toMatchObject({ params: { ...none, client_id: [clients.X.id] } });
      // What a person may see counts as of now: who is another lender's since has that one's.
      const moveTo = async (name: 'X' | 'Y') =>
        server.db.execute(
          sql`update users set client_id = ${clients[name].id} where id = ${people.customer.id}`,
        );
      await moveTo('Y');
      expect(await claimsOf('customer')).toMatchObject({ params: { client_id: [clients.Y.id] } });
      await moveTo('X');
      const page = await server.app.inject({ method: 'GET', url: '/healthz' });
      for (const directive of ['frame-src', 'connect-src'])
        expect(page.headers['content-security-policy']).toContain(
          `${directive} 'self' https://bi.example;`,
        );
      expect(() => readToken('a.b.c')).toThrow('signature');
    } finally {
      await server.close();
    }
  });

  it('is a Superset dashboard with a guest token and a clause of row-level security', async () => {
    const server = await startTestServer({
      ...metabase,
      BI_TOOL: 'superset',
      BI_DASHBOARDS: 'COLLECTOR:abc-1',
    });
    try {
      const door = (await openAs(server, 'collector')).json<BiDoor>();
      expect(door.url).toBe('https://bi.example/embedded/abc-1?uiConfig=0');
      expect(readToken(door.guestToken ?? '')).toMatchObject({
        type: 'guest',
        aud: 'https://bi.example',
        resources: [{ type: 'dashboard', id: 'abc-1' }],
        rls_rules: [{ clause: `collector_id = '${server.people.collector.id}'` }],
      });
      // No dashboard for this role: the product's own.
      expect((await openAs(server, 'manager')).json<BiDoor>().tool).toBeNull();
    } finally {
      await server.close();
    }
  });
});
