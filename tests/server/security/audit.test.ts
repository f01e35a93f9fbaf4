import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../server/audit/audit-verification.ts';
import { bringUpToDate } from '../../../server/database/application-role.ts';
import { createPool } from '../../../server/database/connection.ts';
import { startJobs } from '../../../server/jobs/jobs.ts';
import { organisationDatabase } from '../../support/organisation.ts';
import { emptyDatabase, onCluster } from '../../support/postgres.ts';
import { testPassword, testServer } from '../../support/server.ts';
import { callOf, loanOf } from '../../support/work.ts';

/* Security 46 and 47: who did what when, and nobody edits it. */

const server = testServer();

beforeAll(async () => {
  const { people } = server;
  const logIn = (password: string) =>
    server.call('POST', '/login', { as: null, body: { email: people.collector.email, password } });
  await logIn(testPassword);
  await logIn('wrong');
  const loanId = await loanOf(server, 'collector');
  await server.call('POST', '/call-disposition', { as: 'collector', body: callOf(loanId) });
  await server.call('PUT', '/loans/edit', {
    as: 'collector',
    body: { _id: loanId, revision: 1, changes: { Mobile_Number: '9123456780' } },
  });
  await server.call('GET', '/loans', { as: 'collector' });
  await server.call('GET', '/reports/dailyCalls/export', { as: 'manager' });
});

interface AuditRow extends Record<string, unknown> {
  sequence: number;
  at: string;
  actor_id: string | null;
  action: string;
}

async function trail(): Promise<AuditRow[]> {
  return (await server.db.execute<AuditRow>(sql`select * from audit_log order by sequence`)).rows;
}

describe('the audit trail', () => {
  it('tells logins, refusals, denials, changes and exports: who, what, when', async () => {
    const rows = await trail();
    const collector = server.people.collector.id;
    for (const [action, actor] of [
      ['login', collector],
      ['login.refused', null],
      ['access.denied', collector],
      ['disposition.record', collector],
      ['loan.edit', collector],
    ] as const)
      expect(rows, action).toContainEqual(
        expect.objectContaining({ action, actor_id: actor, at: expect.stringMatching(/\+00$/) }),
      );
    expect(
      rows.filter(
        (row) => row.action.includes('export') && row.actor_id === server.people.manager.id,
      ),
    ).not.toEqual([]);
  });

  it('has one row of a call that is refused again and again, and one with their number', async () => {
    const denials = async () =>
      (await trail()).filter(
        (row) => row.action === 'access.denied' && row.actor_id === server.people.customerOfY.id,
      );
    const ask = (call: string) => server.call('GET', call, { as: 'customerOfY' });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => ask('/backups')));
    await ask('/deposits');
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
    expect(await denials()).toHaveLength(2);
    await server.context.denials.stop();
    expect((await denials()).slice(2)).toMatchObject([{ details: { repeats: 19 } }]);
  });

  it('holds no phone number and no password', async () => {
    const text = JSON.stringify(await trail());
    expect(text).not.toContain('9123456780');
    expect(text).not.toContain(testPassword);
  });

  it('can be neither edited nor emptied', async () => {
    for (const query of [
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(server.ownerDb.execute(query)).rejects.toMatchObject({
        cause: { message: 'The audit trail is append-only.' },
      });
    expect(await verifyAudit(server.db)).toMatchObject({ broken: [] });
  });

  it('notes a read also of who went away, and loses nobody else’s by it', async () => {
    const loanId = await loanOf(server, 'collector');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await server.ownerDb.transaction(async (tx) => {
      await tx.execute(sql`lock table loans in access exclusive mode`);
      socket.write(
        `GET /api/v1/loans/id/${loanId} HTTP/1.1\r\nhost: here\r\nauthorization: Bearer ${server.people.admin.token}\r\n\r\n`,
      );
      await pause(300);
      socket.resetAndDestroy();
      await pause(300);
    });
    await expect
      .poll(async () => {
        const { rows } = await server.db.execute(
          sql`select address from audit_reads where about = ${loanId}`,
        );
        return rows;
      })
      .toEqual([{ address: 'gone' }]);
  });

  it('is not in the hands of the role that the server works as', async () => {
    for (const query of [
      sql`update audit_log set action = 'nothing'`,
      sql`delete from audit_reads`,
      sql`truncate audit_log`,
      sql`drop table audit_log`,
      sql`drop schema public cascade`,
      sql`alter table audit_log disable trigger all`,
      sql`alter table audit_reads rename to other`,
      sql`drop trigger audit_log_append_only on audit_log`,
      sql`create or replace function audit_refuse() returns trigger language plpgsql as 'begin return new; end'`,
      sql`create trigger later before insert on audit_log for each row execute function audit_chain()`,
      sql`set session_replication_role = replica`,
      sql`set role recoup`,
      sql`create role other superuser`,
      sql`delete from schema_migration`,
    ])
      await expect(server.db.execute(query)).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/^(42501|0LP01)$/) as string },
      });
    const { rows } = await server.db.execute(sql`
      select r.rolsuper, r.rolcreaterole, r.rolbypassrls from pg_roles r where r.rolname = current_user`);
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
    expect(await verifyAudit(server.db)).toMatchObject({ broken: [] });
  });

  it('takes its time, number and hash from nothing that this role puts in the way', async () => {
    const tries = {
      table: sql`create temporary table audit_log (sequence bigint, hash text);
        insert into pg_temp.audit_log values (4000000, 'forged')`,
      clock: sql`create schema other;
        create function other.clock_timestamp() returns timestamptz language sql as $$select timestamptz '2020-01-01'$$;
        set local search_path = other, pg_catalog, public`,
      hash: sql`create function convert_to(text, text) returns bytea language sql as $$select bytea ''$$`,
    };
    for (const [name, attempt] of Object.entries(tries)) {
      const undone = new Error(name);
      const work = server.db.transaction(async (tx) => {
        await tx.execute(attempt);
        await tx.execute(sql`insert into public.audit_log (action) values (${name})`);
        await tx.execute(sql`set local search_path = public`);
        const { rows } = await tx.execute(sql`select at > now() - interval '1 day' as "isNow",
          sequence = lead.before + 1 and previous_hash = lead.hash as "isNext", sha.hash = l.hash as "isHashed"
          from public.audit_log l,
            lateral (select max(sequence) as before from public.audit_log where sequence < l.sequence) last,
            lateral (select last.before, hash from public.audit_log where sequence = last.before) lead,
            lateral (select encode(sha256(pg_catalog.convert_to(jsonb_build_array(previous_hash, sequence,
              extract(epoch from at), actor_id, actor_role, action, entity, entity_id, details)::text, 'UTF8')), 'hex') as hash) sha
          where action = ${name}`);
        expect(rows, name).toEqual([{ isNow: true, isNext: true, isHashed: true }]);
        throw undone;
      });
      await expect(work).rejects.toBe(undone);
    }
  });

  it('runs nothing of this role as its owner at the next start', async () => {
    const database = await organisationDatabase();
    const application = new Client({ connectionString: database.url });
    await application.connect();
    try {
      const owner = decodeURIComponent(new URL(database.ownerUrl).username);
      // Each fits the arguments better than PostgreSQL's own, which takes any.
      await application.query(`
        create table told (by text);
        create function format(text, text) returns text language sql as
          $$insert into public.told values (current_user); select $1$$;
        create function format(text, regclass, text) returns text language sql as
          $$insert into public.told values (current_user); select $1$$;
        create schema "${owner}";
        create table "${owner}".schema_migration (like public.schema_migration)`);
      await bringUpToDate(database);
      expect((await application.query('select * from told')).rows).toEqual([]);
    } finally {
      await application.end();
      await database.close();
    }
  });

  it('is taken out of those hands in an organisation that began without the two', async () => {
    const before = await organisationDatabase();
    const owner = new Client({ connectionString: before.ownerUrl });
    await owner.connect();
    try {
      await owner.query(`do $$ declare each record; begin
        for each in select c.oid::regclass as name from pg_class c where c.relnamespace in ('jobs'::regnamespace, 'public'::regnamespace)
          and c.relkind in ('r', 'p') and c.relowner <> 'recoup'::regrole loop
          execute format('alter table %s owner to recoup', each.name);
        end loop;
        for each in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'jobs'::regnamespace loop
          execute format('alter routine %s owner to recoup', each.name);
        end loop;
        alter type jobs.job_state owner to recoup;
        alter schema jobs owner to recoup;
        revoke all on all tables in schema public from recoup_app;
      end $$`);
      await bringUpToDate(before);
      const { rows } = await owner.query(`select c.relname as name from pg_class c
        where c.relnamespace in ('jobs'::regnamespace, 'public'::regnamespace) and c.relkind in ('r', 'p', 'S')
          and c.relowner = 'recoup'::regrole order by 1`);
      expect(rows.map(({ name }: { name: string }) => name)).toEqual([
        'audit_log',
        'audit_reads',
        'audit_reads_id_seq',
        'schema_migration',
      ]);
      const application = createPool(before.url, 4);
      const jobs = await startJobs(application);
      await jobs.handle('tried', { work: async () => undefined, giveUp: async () => undefined });
      await jobs.stop();
      await application.end();
    } finally {
      await owner.end();
      await before.close();
    }
  });

  it('is its owner’s on a server where nobody is superuser', async () => {
    const name = `owner_${randomBytes(6).toString('hex')}`;
    await onCluster(`create role ${name} login password 'x' in role recoup_app`);
    const database = await emptyDatabase();
    const ownerUrl = new URL(database.ownerUrl);
    await onCluster(`alter database "${ownerUrl.pathname.slice(1)}" owner to ${name}`);
    ownerUrl.username = name;
    ownerUrl.password = 'x';
    const url = new URL(server.context.database.url);
    url.pathname = ownerUrl.pathname;
    const addresses = { url: url.href, ownerUrl: ownerUrl.href };
    const client = new Client({ connectionString: url.href });
    try {
      await bringUpToDate(addresses);
      // With nothing to do, as at the next start.
      await bringUpToDate(addresses);
      await client.connect();
      await client.query('analyze loans; delete from loans');
      await client.query(`insert into audit_log (sequence, at, previous_hash, hash, action, details)
        values (0, now(), '', '', 'tried', '{}')`);
      await expect(client.query('delete from audit_log')).rejects.toThrow('permission denied');
    } finally {
      await client.end();
      await database.close();
      await onCluster(`drop role ${name}`);
    }
  });

  it('is verified by its own hashes: an edited row and a removed one are named', async () => {
    const rows = await trail();
    const [edited, , removed] = rows.map((row) => row.sequence);
    await server.ownerDb.execute(sql`alter table audit_log disable trigger all`);
    await server.ownerDb.execute(
      sql`update audit_log set actor_id = null, action = 'innocent' where sequence = ${edited}`,
    );
    await server.ownerDb.execute(sql`delete from audit_log where sequence = ${removed}`);
    await server.ownerDb.execute(sql`alter table audit_log enable trigger all`);
    const { checked, broken } = await verifyAudit(server.db);
    expect(checked).toBe(rows.length - 1);
    expect(broken).toEqual([
      { sequence: edited, reason: 'edited' },
      { sequence: (removed ?? 0) + 1, reason: 'removed before it' },
    ]);
  });
});
