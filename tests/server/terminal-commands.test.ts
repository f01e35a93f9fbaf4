import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { LoginAnswer } from '../../contract/auth.ts';
import { runCommandLine } from '../../server/command-line.ts';
import { readEpoch } from '../../server/devices/device-registration.ts';
import { currentServerKey } from '../../server/devices/server-keys.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

/** Runs a command of the server as its npm script does. */
async function run(
  command: string,
  args: readonly string[] = [],
  input = '',
  settings: Readonly<Record<string, string | undefined>> = {},
) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../dist/server', `${command}.js`), ...args],
    {
      env: {
        PATH: process.env['PATH'],
        DATABASE_URL: server.context.database.url,
        DATA_DIR: server.context.settings.dataDir,
        ...settings,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const createAdmin = (password: string, more: readonly string[] = []) =>
  run(
    'identity/create-admin-command',
    ['--email', 'First@agency.example', '--name', 'First Admin', '--password-stdin', ...more],
    `${password}\n`,
  );

async function lifeAndKeys() {
  const { rows } = await server.db.execute(sql`select id from server_keys order by id`);
  return { epoch: await readEpoch(server.db), keys: rows };
}

const check = async (...args: string[]) => run('reports/check-sums-command', args);

describe('npm run create-admin', () => {
  it('makes an admin who can log in, once, and no one with a weak password', async () => {
    const weak = await createAdmin('password123');
    expect(weak).toMatchObject({ code: 1, output: expect.stringContaining('commonest') });
    const made = await createAdmin('a good long passphrase');
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('can log in now') });
    const login = await server.call('POST', '/admin/login', {
      as: null,
      body: { email: 'first@agency.example', password: 'a good long passphrase' },
    });
    expect(login.json<LoginAnswer>()).toMatchObject({ auth: true, userInfo: { role: 'ADMIN' } });
    const again = await createAdmin('a good long passphrase');
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is taken') });
    expect(made.output + again.output).not.toContain('passphrase');
    // It was used as it is said to be.
    expect(again.output).not.toContain('Usage');
  });

  it('says how it is used', async () => {
    const asked = await run('identity/create-admin-command', ['--email', 'no address']);
    expect(asked.code).toBe(1);
    expect(asked.output).toContain('Usage: npm run create-admin');
  });
});

describe('a command whose statement fails', () => {
  it('says what the database said, not the statement with the values of a person', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const ended = new Promise<unknown>((resolve) => {
      vi.spyOn(process, 'exit').mockImplementation((code) => resolve(code) as never);
    });
    runCommandLine(async () => {
      await server.db.execute(sql`select ${'secret of a person'} from no_such_table`);
      return 0;
    });
    expect(await ended).toBe(1);
    expect(said.mock.calls.join('')).toBe('relation "no_such_table" does not exist\n');
    vi.restoreAllMocks();
  });
});

describe('a command that changes the installation', () => {
  it.each([
    'devices/rotate-keys-command',
    'database/after-restore-command',
    'reports/check-sums-command',
  ])('%s does nothing when it is asked for what it does not know', async (command) => {
    const before = await lifeAndKeys();
    const asked = await run(command, ['--help']);
    expect(asked.code).not.toBe(0);
    expect(asked.output).toContain("Unknown option '--help'");
    expect(await lifeAndKeys()).toEqual(before);
  });
});

describe('npm run verify-audit', () => {
  it('makes no database where there is none, and does not call that whole', async () => {
    const nowhere = join(server.context.settings.dataDir, 'mistyped');
    const asked = await run('audit/verify-audit-command', [], '', {
      DATABASE_URL: undefined,
      DATA_DIR: nowhere,
    });
    expect(asked).toMatchObject({ code: 2, output: expect.stringContaining(nowhere) });
    expect(existsSync(nowhere)).toBe(false);
  });

  it('names the row that was edited', async () => {
    expect(await run('audit/verify-audit-command')).toMatchObject({
      code: 0,
      output: expect.stringContaining('is whole'),
    });
    await server.ownerDb.execute(sql`alter table audit_log disable trigger all`);
    await server.ownerDb.execute(sql`update audit_log set action = 'nothing' where sequence = 1`);
    await server.ownerDb.execute(sql`alter table audit_log enable trigger all`);
    expect(await run('audit/verify-audit-command')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Audit row 1: edited.'),
    });
  });
});

describe('npm run check-sums', () => {
  it('names the kept sums that differ from the contacts, and adds them up anew when asked', async () => {
    expect(await check()).toMatchObject({ code: 0, output: expect.stringContaining('are what') });
    await server.db
      .execute(sql`insert into contact_sums (slot, channel, agent_id, contacts, connects, right_party,
      promises, talk_seconds, promised) values ('2026-03-01 04:30Z', 'CALL', ${server.people.collector.id}, 3, 0, 0, 0, 0, 0)`);
    const differing = await check();
    expect(differing).toMatchObject({ code: 1 });
    expect(differing.output).toContain('0 contacts, kept as 3.');
    expect(await check('--mend')).toMatchObject({ code: 0 });
    expect(await check()).toMatchObject({ code: 0 });
  });
});

describe('npm run rotate-keys and after-restore', () => {
  it('make the next key once, and begin a new life of the database', async () => {
    const first = await currentServerKey(server.db);
    const made = await run('devices/rotate-keys-command');
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('was made.') as string });
    const again = await run('devices/rotate-keys-command');
    expect(again.output).toContain('was made before');
    expect(await currentServerKey(server.db)).toEqual(first);
    const epoch = await readEpoch(server.db);
    const ended = await run('database/after-restore-command');
    expect(ended, ended.output).toMatchObject({ code: 0 });
    expect(await readEpoch(server.db)).not.toBe(epoch);
  });
});
