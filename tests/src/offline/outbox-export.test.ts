import { createHash, createHmac } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { newId } from '../../../src/offline/id.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { photoOf, visitOf } from './support.ts';

beforeEach(() => beginLoggedIn());

interface StuckWork {
  operations: { sequence: number }[];
  files: { opId: string; sealed: string }[];
}

it('an export of what is stuck holds sealed items only, and proves which device made it', async () => {
  await page.saveOperation(visitOf(newId(), 'secret words'));
  const { text } = await page.exportStuck();
  expect(text).not.toContain('secret words');
  const [line = '', proofLine = '', ...rest] = text.split('\n');
  expect(rest).toEqual([]);
  expect(JSON.parse(line)).toMatchObject({
    format: 'recoup-outbox',
    version: 2,
    userId: user._id,
    epoch: server.epoch,
    operations: [{ sequence: 1 }],
  });
  const [token = ''] = [...server.tokens.keys()].slice(-1);
  const key = createHash('sha256').update(token).digest();
  const proof = createHmac('sha256', key).update(line).digest('base64url');
  expect(JSON.parse(proofLine)).toEqual({ proof });
});

it('an export has what is parked, what waits behind it, and files of sent and unsent visits', async () => {
  const loanId = newId();
  const sent = await page.saveOperation({ ...visitOf(newId()), files: [photoOf()] });
  const parked = await page.saveOperation({ ...visitOf(loanId, 'poison'), files: [photoOf()] });
  await page.saveOperation(visitOf(loanId, 'behind'));
  server.refuse = (text) => (text.includes('poison') ? 422 : null);
  server.nextFault = ({ method }) => (method === 'PUT' ? 'lostRequest' : 'none');
  await page.deliverAuthor(user._id);
  const { text } = await page.exportStuck();
  const stuck = JSON.parse(text.split('\n')[0] ?? '') as StuckWork;
  expect(stuck.operations.map((one) => one.sequence)).toEqual([2, 3]);
  expect(stuck.files.map((one) => one.opId).sort()).toEqual([sent.opId, parked.opId].sort());
  expect(stuck.files.every((one) => one.sealed.length > 600)).toBe(true);
});

it('delivered work is not exported', async () => {
  await page.saveOperation({ ...visitOf(newId()), files: [photoOf()] });
  await page.deliverAuthor(user._id);
  const { text } = await page.exportStuck();
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ operations: [], files: [] });
});
