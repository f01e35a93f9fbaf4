import { writeFile } from 'node:fs/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { WrongUse, runCommandLine, say } from '../command-line.ts';

const usage = 'npm run backup-key -- FILE';

/** Makes a key of backups in a file that did not exist, for whoever has no browser at hand. */
async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0)
    throw new WrongUse('Name the file to write the key to.');
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  say(`${file} has the key. Keep it away from the server, in two places.`);
  say(`Its public half, for the backup screen: ${recipient}`);
  return 0;
}

runCommandLine(main, { usage });
