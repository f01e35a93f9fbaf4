import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Db } from '../database/connection.ts';
import { NOT_SUPERSEDED } from '../dispositions/disposition-rows-service.ts';

/*
 * A PostgreSQL role for BI tools that read the database themselves. It reads the views of the schema `bi` and nothing
 * else: they run with the role's own rights (security_invoker), which are some columns of some tables, and of those only
 * the rows that row-level security lets it see. The app is the tables' owner: row-level security does not concern it.
 */

/** The group that the rights are given to; each tool's login is a member. */
const GROUP = 'recoup_bi';

/** A table, the columns that may be read (no names, numbers or addresses of borrowers), and how a row finds its client. */
interface BiTable {
  readonly table: string;
  readonly columns: string;
  /** The id of the row's client. */
  readonly owner: string;
}

const ofLoan = (table: string): string =>
  `(select l.client_id from public.loans l where l.id = ${table}.loan_id)`;

const TABLES: readonly BiTable[] = [
  { table: 'clients', columns:
      'id, name, code', owner: 'clients.id' },
  {
    table: 'loans',
    columns:
      'id, loan_number, client_id, collector_id, manager_id, field_agent_id, city, state, region, branch, product, bucket, dpd, loan_amount, emi_amount, principal_outstanding, total_due_amount, disbursal_date, due_date, last_payment_date, last_payment_amount, paid_amount, unverified_amount, disposition, disposition_class, disposition_at, promise_date, promise_amount, status, created_at',
    owner: 'loans.client_id',
  },
  {
    table: 'dispositions',
    columns:
      'id, loan_id, channel, agent_id, manager_id, code, disposition_class, duration, amount_collected, promise_amount, on_date, recorded_at',
    owner: ofLoan('dispositions'),
  },
  {
    table: 'payments',
    columns:
      'id, client_id, loan_id, source, amount, paid_on, mode, collector_id, manager_id, is_shared, reversed_at',
    owner: 'payments.client_id',
  },
  {
    table: 'payment_shares',
    columns: 'payment_id, person_id, amount',
    owner: '(select p.client_id from public.payments p where p.id = payment_shares.payment_id)',
  },
  {
    table: 'promises',
    columns:
      'id, loan_id, agent_id, amount, made_on, due_on, state, paid_amount, said_amount',
    owner: ofLoan('promises'),
  },
]; // oxfmt-ignore

/** The views: what a BI tool sees, with plain names. Deleted loans and reversed payments are left out. */
const VIEWS: Readonly<Record<string, string>> = {
  clients: 'select id as client_id, name as client, code from public.clients',
  loans: `select l.id as loan_id, l.loan_number, l.client_id, l.collector_id, l.manager_id, l.field_agent_id, l.city,
    l.state, l.region, l.branch, l.product, l.bucket, l.dpd, l.loan_amount, l.emi_amount, l.principal_outstanding,
    l.total_due_amount, l.disbursal_date, l.due_date, l.last_payment_date, l.last_payment_amount, l.paid_amount,
    l.unverified_amount, l.disposition, l.disposition_class, l.disposition_at, l.promise_date, l.promise_amount,
    l.status, l.created_at from public.loans l where l.status <> 'DELETED'`,
  // As reports count them: a call's start stands until its outcome is there.
  contacts: `select d.id as contact_id, d.loan_id, l.client_id, d.agent_id as collector_id, d.manager_id, d.channel,
    d.code as outcome, d.disposition_class as outcome_class, d.duration as seconds, d.amount_collected as amount_told,
    case when d.disposition_class = 'PTP' then d.promise_amount end as promise_amount, d.on_date, d.recorded_at from public.dispositions d join public.loans l on l.id = d.loan_id where ${NOT_SUPERSEDED}`,
  // As docs/money.md attributes them: sums by person are those of the product's own boards.
  payments: `select p.id as payment_id, p.client_id, p.loan_id, p.source, coalesce(s.amount, p.amount) as amount, p.paid_on,
    p.mode, case when s.payment_id is null then p.collector_id else s.person_id end as collector_id, p.manager_id
    from public.payments p left join public.payment_shares s on s.payment_id = p.id and p.is_shared
    where p.reversed_at is null`,
  promises: `select p.id as promise_id, p.loan_id, l.client_id, p.agent_id as collector_id, l.manager_id, p.amount,
    p.made_on, p.due_on, p.state, p.paid_amount, p.said_amount from public.promises p join public.loans l on l.id = p.loan_id
    where l.status <> 'DELETED'`,
};

const POLICY = 'bi_read';

/** Of a table the group reads the rows that this is true of. */
async function readOwnRows(client: ClientBase, table: string, isOwn: string): Promise<void> {
  await client.query(`alter table public.${table} enable row level security`);
  await client.query(`drop policy if exists ${POLICY} on public.${table}`);
  await client.query(
    `create policy ${POLICY} on public.${table} for select to ${GROUP} using (${isOwn})`,
  );
}

async function grantTable(client: ClientBase, { table, columns, owner }: BiTable): Promise<void> {
  await readOwnRows(
    client,
    table,
    `exists (select 1 from public.bi_access a
      where a.role_name = current_user and (a.client_id is null or a.client_id = ${owner}))`,
  );
  await client.query(`grant select (${columns}) on public.${table} to ${GROUP}`);
}

/** Makes the group, the schema, its views and policies; harmless to repeat, and needed again after an update or a restore. */
async function prepareBi(client: ClientBase): Promise<void> {
  await client.query(
    `do $$ begin create role ${GROUP} nologin; exception when duplicate_object then null; end $$`,
  );
  await client.query('create schema if not exists bi');
  await client.query(`grant usage on schema bi to ${GROUP}`);
  await readOwnRows(client, 'bi_access', 'bi_access.role_name = current_user');
  await client.query(`grant select on public.bi_access to ${GROUP}`);
  for (const table of TABLES) await grantTable(client, table);
  await client.query(KEEP_LOCKS);
  await client.query(KEEP_DISK);
  for (const [name, query] of Object.entries(VIEWS)) {
    await client.query(`drop view if exists bi.${name}`);
    await client.query(`create view bi.${name} with (security_invoker = true) as ${query}`);
    await client.query(`grant select on bi.${name} to ${GROUP}`);
  }
}

/**
 * Advisory locks are a number that any login may hold for ever: that of the audit trail, and nobody writes any more. They are
 * left to who owns the product's tables (application-role.ts gives them to an application's role that comes later). Only a
 * superuser can do this; without one docs/bi.md says what remains.
 */
const KEEP_LOCKS = `do $$ declare each record; owner record; begin
  for each in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^pg_(try_)?advisory_' loop
    execute format('revoke execute on function %s from public', each.name);
    for owner in select current_user as name union select pg_get_userbyid(c.relowner) from pg_class c
      where c.relnamespace in (select oid from pg_namespace where nspname in ('public', 'jobs')) loop
      execute format('grant execute on function %s to %I', each.name, owner.name);
    end loop;
  end loop;
exception when insufficient_privilege then null;
end $$`;

/**
 * By these any login could fill the disk, whatever its limits: large objects, which it makes and writes, and messages in
 * the write-ahead log. The product uses none of them. As above, only a superuser can take them away.
 */
const KEEP_DISK = `do $$ declare each record; begin
  for each in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
    and p.proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_open', 'lo_put', 'lowrite', 'pg_logical_emit_message') loop
    execute format('revoke execute on function %s from public', each.name);
  end loop;
exception when insufficient_privilege then null;
end $$`;

/** A tool's pool of connections is smaller. Without a limit one login takes those that the product needs. */
const MOST_CONNECTIONS = 10;

/** What a statement of it may put on the disk while it sorts and joins: one that never ends would fill it. */
const MOST_TEMPORARY = '1GB';

/** Makes or changes the login that the transaction's settings name. */
const LOGIN = `do $$ declare role_name text := current_setting('recoup.bi_role'); begin
  if not exists (select 1 from pg_roles where rolname = role_name) then execute format('create role %I', role_name); end if;
  execute format('alter role %I login nocreatedb nocreaterole connection limit ${MOST_CONNECTIONS} password %L', role_name,
    current_setting('recoup.bi_password'));
  execute format('grant ${GROUP} to %I', role_name);
  execute format('alter role %I set default_transaction_read_only = on', role_name);
  execute format('alter role %I set statement_timeout = %L', role_name, '60s');
  -- A dashboard left open in a transaction would keep what is old from being cleaned away.
  execute format('alter role %I set idle_in_transaction_session_timeout = %L', role_name, '60s');
  -- Unlike those the login can't lift it: only a superuser may set it.
  begin
    execute format('alter role %I set temp_file_limit = %L', role_name, '${MOST_TEMPORARY}');
  exception when insufficient_privilege then null;
  end;
end $$`;

/**
 * The clients of those names, as a person types them: capital or small letters, unless that leaves more than one. Throws for
 * a name that none has.
 */
export async function clientIdsOf(db: Db, names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { rows } = await db.execute<{ id: string; name: string }>(
      sql`select c.id, c.name from clients c where lower(c.name) = lower(${name.trim()})`,
    );
    const found = rows.find((row) => row.name === name.trim()) ?? rows[0];
    if (found === undefined) throw new Error(`There is no client named "${name}".`);
    if (rows.length > 1 && found.name !== name.trim())
      throw new Error(
        `Clients of that name: ${rows.map((row) => `"${row.name}"`).join(', ')}. Name one of them.`,
      );
    ids.push(found.id);
  }
  return ids;
}

/** Roles are named like this only: the name stands in statements. */
const ROLE_NAME = /^[a-z][a-z0-9_]{2,40}$/;

async function makeRole(
  client: ClientBase,
  name: string,
  clientIds: readonly string[] | null,
): Promise<string> {
  if (!ROLE_NAME.test(name) || name === GROUP)
    throw new Error('Name the role in small letters, digits and _, such as bi_xenon.');
  const password = randomBytes(24).toString('base64url');
  await prepareBi(client);
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_has_role(r.oid, '${GROUP}', 'member') and not r.rolsuper as "isOurs" from pg_roles r where r.rolname = $1`,
    [name],
  );
  if (rows[0]?.isOurs === false)
    throw new Error(`There is a role ${name} already that is none of these. Choose another name.`);
  await client.query(
    `select set_config('recoup.bi_role', $1, true), set_config('recoup.bi_password', $2, true)`,
    [name, password],
  );
  await client.query(LOGIN);
  await client.query('delete from public.bi_access where role_name = $1', [name]);
  for (const id of clientIds ?? [null])
    await client.query('insert into public.bi_access (role_name, client_id) values ($1, $2)', [
      name,
      id,
    ]);
  return password;
}

/**
 * Makes a read-only login (or gives it a new password) that sees the clients of these ids, or all (null); all of it or
 * nothing. Returns its password, which is kept nowhere. Throws for a name that is not plain or is somebody else's.
 */
export async function makeBiRole(
  client: ClientBase,
  name: string,
  clientIds: readonly string[] | null,
): Promise<string> {
  // As the owner nothing is called but PostgreSQL's own (`asOwner` in application-role.ts says why).
  await client.query('begin; set local search_path = pg_catalog');
  try {
    const password = await makeRole(client, name, clientIds);
    await client.query('commit');
    return password;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
