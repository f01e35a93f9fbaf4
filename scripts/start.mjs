// npm start: sets up what is missing (packages, build), then runs the server until it is told to end.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ensureBuild, isBuildFresh } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { arePackagesInstalled, ensurePackages } from './setup/packages.mjs';
import { isRunning } from './setup/processes.mjs';
import { root } from './setup/say.mjs';
import { SERVER_ARGUMENTS } from './setup/server-arguments.mjs';
import { inTurn } from './setup/turn.mjs';

/** The processes above this one, up to npm: whoever of them is killed, nobody is left to stop the server. */
function starters() {
  const parent = process.ppid;
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8');
    const isShell = /\((sh|dash|bash)\)/.test(stat);
    const grandparent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    return isShell && grandparent > 1 ? [parent, grandparent] : [parent];
  } catch {
    return [parent];
  }
}

/** Ends the server when npm was killed and could not pass that on. Started by hand, it may outlive its shell. */
function watchStarters(end) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const watched = starters();
  const [parent] = watched;
  setInterval(() => {
    if (process.ppid !== parent || !watched.every(isRunning)) end();
  }, 250).unref();
}

function runServer() {
  // The channel tells the server when this process is gone.
  const server = spawn(process.execPath, [...SERVER_ARGUMENTS, 'dist/server/main.js'], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => server.kill(signal));
  }
  watchStarters(() => server.kill('SIGTERM'));
  server.on('exit', (code) => process.exit(code ?? 1));
}

checkNodeVersion();
await inTurn(async () => {
  const isBuilt = arePackagesInstalled({ withDev: false }) && isBuildFresh();
  await ensurePackages({ withDev: !isBuilt });
  await ensureBuild();
});
runServer();
