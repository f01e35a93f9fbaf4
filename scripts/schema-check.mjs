// Says what `npm run migration` would write: nothing, as long as somebody ran it after the last change of the tables.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { capture, root } from './setup/say.mjs';

const meta = join(root, 'server/database/migrations/meta');
const unread = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .toSorted()
  .slice(0, -1);
if (unread.length > 0) {
  console.log(`Only the newest snapshot is read: remove ${unread.join(', ')} from ${meta}.`);
  process.exitCode = 1;
}
const folder = mkdtempSync(join(tmpdir(), 'recoup-schema-'));
try {
  cpSync(meta, join(folder, 'meta'), { recursive: true });
  const { text } = await capture(
    process.execPath,
    ['node_modules/drizzle-kit/bin.cjs', 'generate'],
    // The tool takes relative paths only.
    { MIGRATIONS: relative(root, folder) },
  );
  // Where it would have to ask (was a column renamed?), it ends without a word.
  if (!text.includes('No schema changes')) {
    const written = readdirSync(folder).filter((name) => name.endsWith('.sql'));
    const statements = written.map((name) => readFileSync(join(folder, name), 'utf8'));
    console.log(
      'server/database/tables changed since the newest migration: run `npm run migration`.',
    );
    console.log(statements.join('\n') || text);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
