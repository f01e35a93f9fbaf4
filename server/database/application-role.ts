import { Client } from 'pg';
import { holdSessionLock } from './locks.ts';
import { migrate } from './migrate.ts';
import { SESSION_SETTINGS } from './session-settings.ts';

/** Two addresses of one database: a running server works as the one, and owns what is not the audit trail's. */
export interface DatabaseAddresses {
  /** As the application's role, password included: for a process of our own only, never for a log. */
  readonly url: string;
  /** As the owner of the audit trail, who migrates. The same address where nobody told the two apart. */
  readonly ownerUrl: string;
}

/** Sees its address's password in its statement only: the server's log has no statements. */
async function asOwner(ownerUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'recoup-owner' });
  await client.connect();
  try {
    // A function that the application's role made in public may fit the arguments better than PostgreSQL's own.
    await client.query(`${SESSION_SETTINGS}; set search_path = pg_catalog`);
    await work(client);
  } finally {
    await client.end();
  }
}

const userOf = (url: string) => decodeURIComponent(new URL(url).username);

/** Makes a login that is no superuser and may do nothing yet; it keeps none but the given password. */
export async function makeApplicationRole(
  ownerUrl: string,
  role: string,
  password: string,
): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    await client.query(
      `select set_config('recoup.role', $1, false), set_config('recoup.password', $2, false)`,
      [role, password],
    );
    await client.query(`do $$ declare role_name text := current_setting('recoup.role'); begin
      if not exists (select 1 from pg_roles where rolname = role_name) then execute format('create role %I', role_name); end if;
      execute format('alter role %I login nosuperuser createdb nocreaterole noreplication nobypassrls password %L', role_name,
        current_setting('recoup.password'));
    end $$`);
  });
}

/** Who did and saw what, and which migrations ran: the application's role appends and reads. */
const KEPT_BY_OWNER = ['audit_log', 'audit_reads', 'schema_migration'];

/**
 * Gives the role everything but the audit trail: tables, views and sequences of the product, and the queue's. Functions stay
 * with who migrates, else the role could make the trail's triggers do nothing. Touches only what the role does not have yet.
 */
const SHARE_OUT = `do $$ declare
  role_name text := current_setting('recoup.role');
  kept text[] := string_to_array(current_setting('recoup.kept'), ',');
  each record;
begin
  execute format('grant create, temporary on database %I to %I', current_database(), role_name);
  execute format('grant usage, create on schema public to %I', role_name);
  for each in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'jobs') and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and pg_get_userbyid(c.relowner) <> role_name and not (n.nspname = 'public' and c.relname = any(kept))
        -- A column's own sequence goes with its table.
        and not (c.relkind = 'S' and exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass
          and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
        -- What an extension brought is the extension's.
        and not exists (select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  loop
    execute format('alter table %s owner to %I', each.name, role_name);
  end loop;
  for each in
    select p.oid::regprocedure as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'jobs' and pg_get_userbyid(p.proowner) <> role_name
  loop
    execute format('alter routine %s owner to %I', each.name, role_name);
  end loop;
  for each in
    select t.oid::regtype as name from pg_type t join pg_namespace n on n.oid = t.typnamespace
      where n.nspname = 'jobs' and t.typtype = 'e' and pg_get_userbyid(t.typowner) <> role_name
  loop
    execute format('alter type %s owner to %I', each.name, role_name);
  end loop;
  if exists (select 1 from pg_namespace where nspname = 'jobs' and pg_get_userbyid(nspowner) <> role_name) then
    execute format('alter schema jobs owner to %I', role_name);
  end if;
  execute format('grant select, insert on public.audit_log, public.audit_reads to %I', role_name);
  execute format('grant select on public.schema_migration to %I', role_name);
  execute format('grant usage, select on sequence %s to %I', pg_get_serial_sequence('public.audit_reads', 'id'), role_name);
  begin
    -- By it a copy of the database is told from others.
    execute format('grant execute on function pg_control_system() to %I', role_name);
    -- Not everybody's any more once a BI tool has a role.
    for each in
      select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'pg_catalog'::regnamespace
        and p.proname ~ '^pg_(try_)?advisory_' and not has_function_privilege(role_name, p.oid, 'execute')
    loop
      execute format('grant execute on function %s to %I', each.name, role_name);
    end loop;
  exception when insufficient_privilege then null;
  end;
end $$`;

async function shareOut(ownerUrl: string, role: string): Promise<void> {
  await asOwner(ownerUrl, async (client) => {
    // Servers that start at once do it one after the other.
    await holdSessionLock(client, 'migration');
    await client.query(
      `select set_config('recoup.role', $1, false), set_config('recoup.kept', $2, false)`,
      [role, KEPT_BY_OWNER.join(',')],
    );
    await client.query(SHARE_OUT);
  });
}

/** Applies the migrations that are missing; where the application has a role of its own, that gets what is its. */
export async function bringUpToDate({ url, ownerUrl }: DatabaseAddresses): Promise<void> {
  await migrate(ownerUrl);
  const role = userOf(url);
  if (role !== userOf(ownerUrl)) await shareOut(ownerUrl, role);
}
