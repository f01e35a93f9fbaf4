import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user PostgreSQL runs as when we are root, because it refuses to run as root itself. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/** A program and its arguments, ready to be started. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly account: PostgresAccount | null;
}

function accountNamed(name: string): PostgresAccount | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid === undefined || gid === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

function createAccount(): void {
  try {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], {
      stdio: 'ignore',
    });
  } catch {
    // A system without useradd, or with a read-only /etc: the account "nobody" will do.
  }
}

/**
 * The account to run PostgreSQL as: null unless we are root, then the owner of an existing `databaseDir`, else
 * the user postgres (made when missing), else nobody. Throws when there is none of them.
 */
export function findAccount(databaseDir: string): PostgresAccount | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(databaseDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (accountNamed('postgres') === null) createAccount();
  const account = accountNamed('postgres') ?? accountNamed('nobody');
  if (account === null) {
    throw new Error(
      'PostgreSQL does not run as root. Start Recoup as another user, or create the user postgres.',
    );
  }
  return account;
}

function canEnter(folder: string, account: PostgresAccount): boolean {
  const { mode, uid, gid } = statSync(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}

function canReach(path: string, account: PostgresAccount): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!canEnter(folder, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

let isSetprivUsable: boolean | undefined;

/** Whether the system's setpriv can end a child together with its parent (Linux with util-linux). */
function hasSetpriv(): boolean {
  isSetprivUsable ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0;
  return isSetprivUsable;
}

/**
 * The command that runs `program` as `account` and lets it end when this process ends, however that happens.
 * `needs` are paths which the program must reach: where a folder above them is closed to the account (such as
 * /root), the program gets the one capability to pass it, which only root can give.
 */
export function commandAs(
  account: PostgresAccount | null,
  needs: readonly string[],
  program: string,
  args: readonly string[],
): Command {
  const isClosed = account !== null && !needs.every((path) => canReach(path, account));
  if (!hasSetpriv()) {
    if (isClosed) {
      throw new Error(
        `PostgreSQL runs as user ${account.uid}, who may not enter the folders above ${needs.join(' and ')}. Choose another DATA_DIR.`,
      );
    }
    return { program, args, account };
  }
  const options = ['--pdeathsig', 'INT'];
  if (account !== null) {
    options.push(`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups');
  }
  if (isClosed) {
    // The secure bit: without it access(2), which PostgreSQL's programs look for each other with, ignores capabilities.
    options.push('--securebits=+no_setuid_fixup');
    options.push('--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override');
  }
  return { program: 'setpriv', args: [...options, '--', program, ...args], account: null };
}
