import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InsightDetail } from '../../contract/data-insight.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { insightAtRest, uploadInsight } from '../support/data-insight.ts';
import { mutatedFiles } from '../support/lenders/mutated-files.ts';
import type { MutatedFiles } from '../support/lenders/mutated-files.ts';
import { startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { testFolder } from '../support/test-folder.ts';

/* Files with something wrong in them, uploaded to be looked into: each is read or refused in words. SEED repeats a failure. */

const SEED = Number(givenSeed ?? Date.now() % 2 ** 31);
const SENT = casesOf(300);

const folder = testFolder();
let files: MutatedFiles;
let server: TestServer;

beforeAll(async () => {
  files = await mutatedFiles(SEED, folder);
  server = await startTestServer();
});

afterAll(async () => {
  await server.close();
});

/** Every column answers a question, and its counts add up. */
async function checkRead(file: InsightDetail, where: string): Promise<void> {
  const { profile, _id } = file;
  expect(profile, where).not.toBeNull();
  for (const { filled, missing, odd, name } of profile?.columns ?? []) {
    expect(filled + missing, `${where}, ${name}`).toBe(profile?.rows);
    expect(odd, where).toBeLessThanOrEqual(filled);
  }
  const at = Math.max(0, (file.fields.length >> 1) - 1);
  const kind = file.fields[at]?.kind;
  const answer = await server.call('POST', `/data-insights/${_id}/answer`, {
    as: 'admin',
    body: { measure: 'ROWS', by: kind === 'DAY' ? `week:${at}` : `value:${at}` },
  });
  expect(answer.statusCode, `${where}: ${answer.body}`).toBe(200);
  expect(answer.json(), where).toMatchObject({ total: file.rows });
  const rows = await server.call('GET', `/data-insights/${_id}/rows`, { as: 'admin' });
  expect(rows.statusCode, where).toBe(200);
  expect(rows.json(), where).toMatchObject({ totalCount: file.rows });
}

/** One person alone would be told that it uploads too often. */
const UPLOADERS = ['admin', 'superadmin', 'clientadmin'] as const;

/** Uploads a file; what it ended as. */
async function sent(content: Buffer, where: string, number: number): Promise<string> {
  const answer = await uploadInsight(server, content, UPLOADERS[number % UPLOADERS.length]);
  expect([200, 400, 415], `${where}: ${answer.body}`).toContain(answer.statusCode);
  if (answer.statusCode !== 200) return 'REFUSED';
  const file = await insightAtRest(server, answer.json<InsightDetail>()._id);
  expect(file.error ?? '', where).not.toContain('fault on our side');
  if (file.state === 'READY') await checkRead(file, where);
  await server.call('DELETE', `/data-insights/${file._id}`, { as: 'admin' });
  return file.state;
}

test(`${SENT} mutated files are read or refused with a reason`, async () => {
  const ends = new Map<string, number>();
  for (let number = 0; number < SENT; number += 1) {
    const end = await sent(await files.file(number), `seed ${SEED}, file ${number}`, number);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  // Both happen, or the files are not what they are meant to be.
  expect(ends.get('READY') ?? 0).toBeGreaterThan(SENT / 10);
  expect(ends.get('REFUSED') ?? 0).toBeGreaterThan(0);
});
