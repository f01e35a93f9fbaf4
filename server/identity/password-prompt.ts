import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** All of standard input up to its first line end: for scripts and password managers. */
export async function passwordFromStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/)[0] ?? '';
}

/** Asks on the terminal without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

/** Asks for a new password twice. Throws when they differ, or when there is no terminal to ask on. */
export async function promptPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('There is no terminal to ask on: use --password-stdin and send the password.');
  const password = await askHidden('Password: ');
  if ((await askHidden('The same again: ')) !== password)
    throw new Error('The two passwords differ. Nothing was made.');
  return password;
}
