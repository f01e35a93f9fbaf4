import { chownSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { commandAs, findAccount } from './postgres-account.ts';
import { runCommand } from './postgres-command.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/** The name of the superuser in every cluster of ours. */
export const clusterUser = 'recoup';

/** How a cluster is made. */
export interface InitOptions {
  readonly programs: PostgresPrograms;
  /** The cluster's own folder, made when missing; nothing else may be in it. */
  readonly databaseDir: string;
  readonly password: string;
  /** More arguments for initdb, such as the locale. */
  readonly initArguments: readonly string[];
}

/** Makes the cluster under a temporary name first, so that a kill half-way never leaves half a cluster. */
export async function initialiseCluster(options: InitOptions): Promise<void> {
  const { databaseDir, programs } = options;
  const account = findAccount(databaseDir);
  const draft = `${databaseDir}.new`;
  const passwordFile = `${databaseDir}.password.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (account !== null) {
    chownSync(draft, account.uid, account.gid);
    chownSync(passwordFile, account.uid, account.gid);
  }
  try {
    const args = [
      `--pgdata=${draft}`,
      `--username=${clusterUser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...options.initArguments,
    ];
    await runCommand(commandAs(account, [draft, programs.initdb], programs.initdb, args));
    await rename(draft, databaseDir);
  } finally {
    await rm(passwordFile, { force: true });
  }
}
