import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backupKey, backUp, contentOf, inPieces, restoreInto } from '../support/backups.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { testServer } from '../support/server.ts';
import { Decrypter, Encrypter } from 'age-encryption';
import { pack as tarPack } from 'tar-stream';
import { readBackup } from '../../server/backups/backup-reading.ts';
import { restoreData } from '../../server/backups/data-restoring.ts';
import { connectForBackup } from '../../server/backups/snapshot.ts';

const server = testServer();
let key: Awaited<ReturnType<typeof backupKey>>;

beforeAll(async () => {
  key = await backupKey();
  // Texts that COPY must quote, and more rows than one piece has.
  await server.addLoan({ customerName: 'Line\nbreak \\ tab\t and \\. "quoted" नाम' });
  await server.db
    .execute(sql`insert into loans (id, loan_number, client_id, customer_name, total_due_amount)
    select gen_random_uuid(), 'MANY-' || n, ${server.clients.Y.id}, repeat('Asha Verma ', 20), n
    from generate_series(1, 8000) n`);
  await server.context.fileStore.write('imports/one', Buffer.from('A file of a lender.'));
  await server.context.fileStore.write('imports/large', Buffer.alloc(700_001, 'x'));
});

const make = () =>
  backUp(server.context.database.url, server.context.settings.dataDir, key.recipient);

describe('a backup', () => {
  it('restored into an empty database is the same, row by row, index by index, file by file', async () => {
    const { bytes, manifest } = await make();
    const target = await emptyDatabase();
    try {
      const files = await restoreInto(target.url, bytes, key.identity);
      const [was, is] = [await contentOf(server.context.database.url), await contentOf(target.url)];
      // Only this is meant to differ: the copy says that it is one.
      expect(is['organisation']).not.toEqual(was['organisation']);
      // And the engine of the server that goes on says again and again that it lives.
      const apart = { organisation: null, dialer_engine: null };
      expect({ ...is, ...apart }).toEqual({ ...was, ...apart });
      expect(files.get('files/imports/one')).toBe(
        createHash('sha256').update('A file of a lender.').digest('hex'),
      );
      expect([...files.keys()].sort()).toEqual(manifest.files.map(({ path }) => path).sort());
      expect(manifest.tables.find(({ name }) => name === 'loans')?.rows).toBe(8001);
    } finally {
      await target.close();
    }
  });

  it('is what the age tools read', async () => {
    const { bytes } = await make();
    const opener = new Decrypter();
    opener.addIdentity(key.identity);
    const tar = Buffer.from(await opener.decrypt(bytes));
    expect(tar.subarray(0, 9).toString()).toBe('head.json');
    expect(tar.length % 512).toBe(0);
  });

  it('is refused where any byte of it was changed, and at any length that it was cut off to', async () => {
    const { bytes } = await make();
    const taken = { begin: 0, end: 0 };
    const read = async (given: Buffer) =>
      readBackup(inPieces(given), key.identity, {
        begin: async () => void (taken.begin += 1),
        rows: async () => undefined,
        file: async (_, content) => {
          for await (const _piece of content);
        },
        end: async () => void (taken.end += 1),
      });
    await read(bytes);
    expect(taken).toEqual({ begin: 1, end: 1 });
    const places = Array.from({ length: 24 }, (_, n) => Math.floor((bytes.length * n) / 24));
    for (const place of [...places, bytes.length - 1]) {
      const flipped = Buffer.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ 0x10;
      await expect(read(flipped), `byte ${place}`).rejects.toThrow(
        /damaged|not made for|no backup/,
      );
      await expect(read(bytes.subarray(0, place)), `cut at ${place}`).rejects.toThrow(
        /damaged|cut off|only the beginning/,
      );
    }
    expect(taken.end).toBe(1);
  });

  it('is refused with a sentence for another key, and for what is no key', async () => {
    const { bytes } = await make();
    const target = await emptyDatabase();
    try {
      const other = await backupKey();
      await expect(restoreInto(target.url, bytes, other.identity)).rejects.toThrow(
        'The backup was not made for this key.',
      );
      await expect(restoreInto(target.url, bytes, 'my password')).rejects.toThrow(
        'This is no key of a backup',
      );
      expect(Object.keys(await contentOf(target.url))).not.toContain('loans');
    } finally {
      await target.close();
    }
  });

  it('is not restored over work, and what was damaged leaves an empty database', async () => {
    const { bytes } = await make();
    const target = await emptyDatabase();
    try {
      const damaged = Buffer.from(bytes);
      damaged[bytes.length - 40] = (damaged[bytes.length - 40] ?? 0) ^ 1;
      await expect(restoreInto(target.url, damaged, key.identity)).rejects.toThrow('damaged');
      await restoreInto(target.url, bytes, key.identity);
      const before = await contentOf(target.url);
      // As a command leaves it that is killed after its commit.
      await expect(restoreInto(target.url, bytes, key.identity)).rejects.toThrow(
        'A backup was restored into this database, and is whole',
      );
      expect(await contentOf(target.url)).toEqual(before);
      const client = await connectForBackup(target.url);
      await client.query(`update organisation set origin = 'begun'`);
      await client.end();
      await expect(restoreInto(target.url, bytes, key.identity)).rejects.toThrow(
        'There are people or loans in this database',
      );
    } finally {
      await target.close();
    }
  });

  it('is restored by one at a time: who comes meanwhile is told so, and disturbs nothing', async () => {
    const { bytes } = await make();
    const target = await emptyDatabase();
    try {
      const both = await Promise.allSettled(
        [1, 2].map(async () => restoreInto(target.url, bytes, key.identity)),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(both.map((each) => ('reason' in each ? String(each.reason) : '')).join('')).toContain(
        'Another restore into this database is at work.',
      );
      expect((await contentOf(target.url))['loans']).toEqual(
        (await contentOf(server.context.database.url))['loans'],
      );
    } finally {
      await target.close();
    }
  });
});

/** A file that opens with our key and that we did not make: its entries are what whoever made it wished. */
async function foreign(
  recipient: string,
  entries: readonly (readonly [name: string, bytes: Buffer])[],
): Promise<Buffer> {
  const tar = tarPack();
  for (const [name, bytes] of entries) tar.entry({ name }, bytes);
  tar.finalize();
  const sealer = new Encrypter();
  sealer.addRecipient(recipient);
  return Buffer.from(await sealer.encrypt(await buffer(tar)));
}

const NOTHING = gzipSync(Buffer.alloc(67_108_864));
/** Four gigabytes of nothing, in some megabytes. */
const bomb = () => Buffer.concat(Array.from({ length: 64 }, () => NOTHING));

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('a file that somebody else made for our key', () => {
  const head = (change: object = {}) =>
    json({
      format: 1,
      id: 'x',
      appVersion: '9.9.9',
      postgresVersion: '18',
      at: new Date().toISOString(),
      migrations: [],
      tables: [],
      ...change,
    });
  const manifest = json({ tables: [], sequences: [], files: [], goneFiles: [] });

  it.each<[string, () => [string, Buffer][], string]>([
    ['unfolds without end', () => [['tables/loans/000001.copy.gz', bomb()]], 'can not be unpacked'],
    [
      'has rows that are not packed',
      () => [['tables/loans/000001.copy.gz', Buffer.from('x')]],
      'can not be unpacked',
    ],
    [
      'puts a file beside the folder',
      () => [['files/../../etc/cron.d/x', Buffer.from('x')]],
      'has no place in it',
    ],
    [
      'puts a file over the database',
      () => [['files/postgres/PG_VERSION', Buffer.from('x')]],
      'has no place in it',
    ],
    ['ends with something else', () => [['manifest.json', Buffer.from('{}')]], 'does not end as'],
    ['ends with no text', () => [['manifest.json', Buffer.from('{')]], 'can not be read'],
  ])('and that %s is refused with a sentence, and nothing is kept', async (_, more, said) => {
    const given = await foreign(key.recipient, [['head.json', head()], ...more()]);
    const before = process.memoryUsage().rss;
    let kept = 0;
    const taker = {
      begin: async () => undefined,
      rows: async () => undefined,
      file: async () => void (kept += 1),
      end: async () => void (kept += 1),
    };
    await expect(readBackup(inPieces(given), key.identity, taker)).rejects.toThrow(said);
    expect(kept).toBe(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  it.each([
    ['begins with another text', json({ format: 1 }), 'does not begin as'],
    ['is of a newer format', head({ format: 2 }), 'made by a newer Recoup'],
    [
      'is of a newer version',
      head({ migrations: [{ name: '9999_later.sql', checksum: 'x' }] }),
      'of a newer or another version of Recoup (9.9.9: this one does not know 9999_later.sql)',
    ],
    [
      'has other tables',
      head({ tables: [{ name: 'x"; drop table loans', columns: ['a'] }] }),
      'tables',
    ],
  ])('and that %s leaves the database empty', async (_, first, said) => {
    const target = await emptyDatabase();
    try {
      const given = await foreign(key.recipient, [
        ['head.json', first],
        ['manifest.json', manifest],
      ]);
      await expect(restoreInto(target.url, given, key.identity)).rejects.toThrow(said);
      expect(Object.keys(await contentOf(target.url))).not.toContain('loans');
    } finally {
      await target.close();
    }
  });

  it('and that is no tar is refused with a sentence', async () => {
    const sealer = new Encrypter();
    sealer.addRecipient(key.recipient);
    const given = Buffer.from(await sealer.encrypt(randomBytes(5000)));
    const target = await emptyDatabase();
    await expect(restoreInto(target.url, given, key.identity)).rejects.toThrow(
      'was not written by Recoup',
    );
    await target.close();
  });
});

describe('files of the data folder', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recoup-backup-'));
  });

  afterAll(async () => rm(folder, { recursive: true, force: true }));

  const put = async (path: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), path);
  };

  it('are in it, but for the database, earlier backups wherever they lie, and what is half written', async () => {
    for (const path of [
      'files/a/b',
      'uploads/c',
      'some.key',
      'postgres/base/1',
      'postgres.password',
      'server.lock',
      'elsewhere/recoup-1.backup',
      'files/a/d.part',
    ])
      await put(path);
    const { manifest } = await backUp(
      server.context.database.url,
      folder,
      key.recipient,
      join(folder, 'elsewhere'),
    );
    expect(manifest.files.map(({ path }) => path)).toEqual(['files/a/b', 'some.key', 'uploads/c']);
  });

  it('are put aside until all is known to be right; what stood in their place is kept', async () => {
    await put('files/old');
    // A restore that was killed left this.
    await put('restored-2020-01-01T00-00-00/files/half');
    const restoring = restoreData(folder, new Date(), null);
    await restoring.onFile('files/new', inPieces(Buffer.from('new')));
    expect(await readdir(join(folder, 'files'))).not.toContain('new');
    const before = await restoring.finish();
    expect((await readdir(folder)).filter((name) => name.startsWith('restored-'))).toEqual([]);
    expect(await readdir(join(folder, 'files'))).toEqual(['new']);
    expect(await readdir(join(before ?? '', 'files'))).toContain('old');
    const other = restoreData(folder, new Date(0), null);
    await other.onFile('files/damaged', inPieces(Buffer.from('x')));
    await other.giveUp();
    expect((await readdir(folder)).filter((name) => name.startsWith('restored-'))).toEqual([]);
  });

  it('may be missing altogether', async () => {
    const { manifest } = await backUp(
      server.context.database.url,
      join(folder, 'none'),
      key.recipient,
    );
    expect(manifest.files).toEqual([]);
  });
});
