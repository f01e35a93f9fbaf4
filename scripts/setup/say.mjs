import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's folder; every script works from there. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Prints one short line about what is being done. */
export function say(line) {
  console.log(`recoup: ${line}`);
}

/** Ends the script with a sentence that says what to do. */
export function giveUp(line) {
  console.error(`recoup: ${line}`);
  process.exit(1);
}

/** Runs a program in the package's folder, its output shown; resolves with its exit code, 1 when it can't be started. */
export function run(program, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    });
    child.on('error', (error) => {
      console.error(`recoup: ${program}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a program in the package's folder without showing its output; resolves with the exit code and all that it printed. */
export function capture(program, args, env = {}) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => resolve({ code: 1, text: `${program}: ${error.message}` }));
    child.on('close', (code) =>
      resolve({ code: code ?? 1, text: Buffer.concat(output).toString().trim() }),
    );
  });
}
