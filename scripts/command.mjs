// npm run create-admin, bi-role, verify-audit, check-sums, rotate-keys, restore, backup-key, after-restore: builds the server where needed, then runs one of its commands with what follows.
import { spawn } from 'node:child_process';
import { ensureBuild, isBuildFresh } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { arePackagesInstalled, ensurePackages } from './setup/packages.mjs';
import { root } from './setup/say.mjs';
import { inTurn } from './setup/turn.mjs';

const [program, ...args] = process.argv.slice(2);

checkNodeVersion();
await inTurn(async () => {
  const isBuilt = arePackagesInstalled({ withDev: false }) && isBuildFresh();
  await ensurePackages({ withDev: !isBuilt });
  await ensureBuild();
});
const child = spawn(
  process.execPath,
  ['--enable-source-maps', `dist/server/${program}.js`, ...args],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
child.on('exit', (code) => process.exit(code ?? 1));
