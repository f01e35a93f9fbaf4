import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileBucket } from '../../server/backups/backup-places.ts';
import { writeBackup } from '../../server/backups/backup-writing.ts';
import { readBackup } from '../../server/backups/backup-reading.ts';
import { restoreData } from '../../server/backups/data-restoring.ts';
import { openIncomingFolder } from '../../server/http/incoming-folder.ts';
import { openFileStore } from '../../server/file-store/open-file-store.ts';
import type { FileStore } from '../../server/file-store/file-store.ts';
import { readSettings } from '../../server/settings.ts';
import { backupKey } from '../support/backups.ts';
import { pendingList } from '../support/loan-file.ts';
import { announcedPhoto, pictureOf } from '../support/photo-file.ts';
import { startS3Double } from '../support/s3-double.ts';
import type { S3Double } from '../support/s3-double.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { registerTestDevice, sha256Hex } from '../support/test-device.ts';
import { loanOf, visitOf } from '../support/work.ts';
import { testFolder } from '../support/test-folder.ts';

let bucket: S3Double;
const folder = testFolder();

const env = (path: string) => ({
  FILES_S3_URL: `${bucket.url}/${path}`,
  FILES_S3_KEY_ID: bucket.keyId,
  FILES_S3_SECRET: 'secret of the test',
});

beforeAll(async () => {
  bucket = await startS3Double('safe');
});

afterAll(async () => {
  await bucket.close();
});

async function* broken() {
  yield Buffer.from('the first half');
  throw new Error('The line went away.');
}

const keys = () => [...bucket.objects.keys()].filter((key) => key.startsWith('agency/'));

describe.each(['folder', 'bucket'])('a file store in a %s', (kind) => {
  let store: FileStore;

  beforeAll(async () => {
    const settings = readSettings({
      DATA_DIR: join(folder, kind),
      ...(kind === 'bucket' && env('kept')),
    });
    await openIncomingFolder(settings);
    store = openFileStore(settings);
  });

  it('gives back what it was given, lends it as a file, and replaces and forgets it', async () => {
    const bytes = Buffer.alloc(3_000_000, 'photo');
    const told = { size: bytes.length, sha256: sha256Hex(bytes) };
    expect(await store.write('photos/one', Readable.from([bytes]))).toEqual(told);
    expect((await buffer(await store.read('photos/one'))).equals(bytes)).toBe(true);
    let lent = '';
    const size = await store.withLocalFile('photos/one', async (path) => {
      lent = path;
      return (await stat(path)).size;
    });
    expect(size).toBe(bytes.length);
    expect(existsSync(lent)).toBe(kind === 'folder');
    await store.write('photos/one', Buffer.from('other'));
    expect(String(await buffer(await store.read('photos/one')))).toBe('other');
    await store.remove('photos/one');
    await store.remove('photos/one');
    await expect(store.read('photos/one')).rejects.toThrow(/has no photos\/one/);
    await expect(store.withLocalFile('photos/one', async () => 1)).rejects.toThrow(/has no/);
  });

  it('shows nothing of a file whose sender broke off', async () => {
    await expect(store.write('photos/half', Readable.from(broken()))).rejects.toThrow(/went away/);
    await expect(store.read('photos/half')).rejects.toThrow(/has no/);
  });

  it('takes no key that is none of ours', async () => {
    for (const key of ['../kept', 'photos/../../kept', '/photos/one', 'Photos/one', ''])
      await expect(store.write(key, Buffer.from('x'))).rejects.toThrow(/not a key/);
  });
});

describe('a server whose files lie in a bucket', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer(env('agency'));
  });

  afterAll(async () => server.close());

  async function deliveredPhoto(color: string) {
    const phone = await registerTestDevice(server, 'fieldagent');
    const loanId = await loanOf(server, 'fieldagent');
    const bytes = await pictureOf(color);
    const file = announcedPhoto(bytes);
    const body = visitOf(loanId, { files: [file] });
    await phone.deliver([await phone.seal({ call: 'createFieldDisposition', loanId, body })]);
    return { file, put: () => phone.putFile(file._id, bytes) };
  }
  const read = (id: string) => server.call('GET', `/files/${id}`, { as: 'manager' });

  it('reads a lender’s file and shows a photo, with nothing of either in its own folder', async () => {
    const list = await pendingList(
      server,
      'Loan_ID,Customer_Name,Mobile_Number,Total_Due_Amount\nLN-B1,Asha,9876543210,5000\n',
    );
    expect(list.state).toBe('PENDING');
    const { file, put } = await deliveredPhoto('#123456');
    expect((await put()).json()).toMatchObject({ outcome: 'DONE' });
    expect(sha256Hex((await read(file._id)).rawPayload)).toBe(file.sha256);
    expect(keys().length).toBeGreaterThanOrEqual(2);
    expect(await readdir(join(server.context.settings.dataDir, 'files')).catch(() => [])).toEqual(
      [],
    );
  });

  it('asks for another try while the bucket is away, and then has the file once', async () => {
    const { file, put } = await deliveredPhoto('#654321');
    bucket.shut(true);
    const refused = await put();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30']);
    bucket.shut(false);
    expect((await put()).json()).toMatchObject({ outcome: 'DONE' });
    expect(sha256Hex((await read(file._id)).rawPayload)).toBe(file.sha256);
    bucket.shut(true);
    expect((await read(file._id)).statusCode).toBe(503);
    bucket.shut(false);
  });

  it('has its files in its backups, which are restored into a bucket or a folder', async () => {
    const { context } = server;
    const { identity, recipient } = await backupKey();
    // What a store's console calls a folder, and what somebody with the bucket's keys may put there.
    for (const key of ['photos/', '../../server.lock', 'a/../../b', 'a//b'])
      bucket.objects.set(`agency/${key}`, Buffer.from('x'));
    const made = await writeBackup({
      id: 'test',
      url: context.database.url,
      dataDir: context.settings.dataDir,
      fileBucket: fileBucket(context.settings),
      backupDir: context.settings.backupDir,
      appVersion: 'test',
      recipients: [recipient],
    });
    const backup = await buffer(made.bytes);
    const wanted = keys()
      .map((key) => key.replace('agency/', ''))
      .filter((key) => /^[\w-]+(\/[\w-]+)+$/.test(key));
    expect(wanted.length).toBeGreaterThan(0);
    const listed = made.written().manifest.files.map(({ path }) => path);
    expect(listed.filter((path) => path.startsWith('files/')).toSorted()).toEqual(
      wanted.map((key) => `files/${key}`).toSorted(),
    );
    const others = fileBucket(readSettings(env('other')));
    for (const into of [others, null]) {
      const target = join(folder, into === null ? 'restored' : 'beside');
      const restoring = restoreData(target, new Date(), into);
      await readBackup(Readable.from([backup]), identity, {
        begin: async () => undefined,
        rows: async () => undefined,
        file: restoring.onFile,
        end: async () => undefined,
      });
      await restoring.finish();
    }
    for (const key of wanted) {
      const bytesOfKey = bucket.objects.get(`agency/${key}`);
      expect(bucket.objects.get(`other/${key}`)?.equals(bytesOfKey ?? Buffer.of())).toBe(true);
      expect(existsSync(join(folder, 'restored/files', key))).toBe(true);
      expect(existsSync(join(folder, 'beside/files', key))).toBe(false);
    }
  });
});

it('what lay in the folder before is found after the bucket was chosen', async () => {
  const settings = { DATA_DIR: join(folder, 'moved') };
  await openFileStore(readSettings(settings)).write('letters/old', Buffer.from('a letter'));
  const store = openFileStore(readSettings({ ...settings, ...env('moved') }));
  expect(String(await buffer(await store.read('letters/old')))).toBe('a letter');
  await store.remove('letters/old');
  await expect(store.read('letters/old')).rejects.toThrow(/has no/);
});
