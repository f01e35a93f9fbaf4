import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { Client } from 'pg';
import type { Pool } from 'pg';
import { prepareTarget } from '../../server/backups/restore-target.ts';
import { bringUpToDate } from '../../server/database/application-role.ts';
import { openDatabase } from '../../server/database/connection.ts';
import { migrate } from '../../server/database/migrate.ts';
import { log } from '../../server/log.ts';
import { readSettings } from '../../server/settings.ts';
import { poolByTransaction } from '../support/transaction-pooler.ts';
import { emptyDatabase, onCluster, testDatabase } from '../support/postgres.ts';

/* What the product can't work on, or would count wrongly on, is told at the start: what it is and what to do. */

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** Opens an empty database of its own, made as `how` says, whose sessions begin with what each of `set` says. */
async function open(env: Record<string, string> = {}, how = '', ...set: string[]): Promise<Pool> {
  const made = await emptyDatabase(how);
  opened.push(async () => made.close());
  const { url } = made;
  const name = new URL(url).pathname.slice(1);
  for (const each of set) await onCluster(`alter database ${name} set ${each}`);
  const database = await openDatabase(
    readSettings({ DATABASE_URL: url, DATABASE_CONNECTIONS: '2', ...env }),
  );
  opened.push(database.close);
  return database.pool;
}

describe('a database', () => {
  it.each(['SQL_ASCII', 'LATIN1'])('of the encoding %s is refused', async (encoding) => {
    const how = `template template0 encoding '${encoding}' locale 'C'`;
    await expect(open({}, how)).rejects.toThrow(`keeps text as ${encoding}`);
  });

  it('that takes no changes is refused', async () => {
    await expect(open({}, '', 'default_transaction_read_only = on')).rejects.toThrow(
      'takes no changes',
    );
  });

  it.each(['DATABASE_URL', 'DATABASE_OWNER_URL'])(
    'whose sessions a pooler shares out by transaction is refused as %s: locks would be held by nobody, or for ever',
    async (name) => {
      const made = await emptyDatabase('');
      opened.push(async () => made.close());
      const pooler = await poolByTransaction(made.url);
      opened.push(async () => pooler.close());
      const settings = readSettings({
        DATABASE_URL: made.url,
        DATABASE_CONNECTIONS: '2',
        [name]: pooler.url,
      });
      await expect(openDatabase(settings)).rejects.toThrow(/by transaction.* pool_mode = session/);
    },
  );

  it.each(['IST', 'BST', 'US/Pacific-New'])(
    'to which the time zone %s is another one, or none, is refused',
    async (zone) => {
      await expect(open({ BUSINESS_TZ: zone })).rejects.toThrow(/^BUSINESS_TZ: .*Asia\/Kolkata/);
    },
  );

  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'UTC', 'Etc/GMT-5', 'America/New_York', 'EST'])(
    'works in %s',
    async (zone) => {
      const pool = await open({ BUSINESS_TZ: zone });
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    },
  );

  it('that a second restore emptied of what the first left is opened by the role that works on it', async () => {
    const made = await testDatabase();
    opened.push(async () => made.close());
    const owner = new Client({ connectionString: made.ownerUrl });
    await owner.connect();
    try {
      await prepareTarget(owner);
    } finally {
      await owner.end();
    }
    const database = await openDatabase(
      readSettings({
        DATABASE_URL: made.url,
        DATABASE_OWNER_URL: made.ownerUrl,
        DATABASE_CONNECTIONS: '2',
      }),
    );
    opened.push(database.close);
    await bringUpToDate(database);
    expect((await database.pool.query('select from public.loans')).rows).toEqual([]);
  });

  it('that somebody works on already with another encoding is told about at each start', async () => {
    const how = `template template0 encoding 'SQL_ASCII' locale 'C'`;
    const made = await emptyDatabase(how);
    opened.push(async () => made.close());
    const settings = readSettings({ DATABASE_URL: made.url, DATABASE_CONNECTIONS: '2' });
    await migrate(made.url);
    const warned = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    opened.push((await openDatabase(settings)).close);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('keeps text as SQL_ASCII'));
    warned.mockRestore();
  });

  /* PST has summer time to Node and none to PostgreSQL. */
  it('that will have another time zone in half a year is refused while nobody works on it, else told about', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T00:00:00Z') });
    opened.push(async () => void vi.useRealTimers());
    const zone = { BUSINESS_TZ: 'PST' };
    await expect(open(zone)).rejects.toThrow(/^BUSINESS_TZ: at the same moment it is 2027-/);
    const warned = vi.spyOn(log, 'warn').mockReturnValue(undefined);
    await open(zone, `template ${inject('templateDatabase')}`);
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^BUSINESS_TZ: .* it is 2027-/));
    vi.setSystemTime(new Date('2026-06-01T00:00:00Z'));
    await expect(open(zone, `template ${inject('templateDatabase')}`)).rejects.toThrow(
      /it is 2026-/,
    );
    warned.mockRestore();
  });

  /* What an operator gave the database or its users for other programs, or for people at a prompt. */
  it('takes no settings from outside that its sessions rest on', async () => {
    const from = {
      search_path: 'elsewhere',
      lock_timeout: '7',
      idle_session_timeout: '7000',
      default_transaction_isolation: 'serializable',
      default_transaction_deferrable: 'on',
      intervalstyle: 'iso_8601',
      bytea_output: 'escape',
      datestyle: 'SQL, DMY',
      standard_conforming_strings: 'off',
    };
    const set = Object.entries(from).map(([name, value]) => `${name} = '${value}'`);
    const pool = await open({}, '', ...set);
    const { rows } = await pool.query<{ name: string }>(
      `select name from pg_settings where lower(name) = any($1) and source = 'database'`,
      [Object.keys(from)],
    );
    expect(rows).toEqual([]);
  });
});
