import { expect, it } from 'vitest';
import { meaningOf } from '../../../src/offline/delivery-answer.ts';
import { OfflineError, RefusedError } from '../../../src/remote/call-errors.ts';

const refused = (status: number, retryAfter: number | null = null) =>
  new RefusedError(status, { code: 'SAID_NO', message: 'No.' }, retryAfter);

it.each([
  [400, 'refuse'],
  [401, 'login'],
  [403, 'refuse'],
  [404, 'retry'],
  [409, 'refuse'],
  [413, 'halve'],
  [415, 'refuse'],
  [422, 'refuse'],
  [426, 'update'],
  [429, 'retry'],
  [500, 'retry'],
  [503, 'retry'],
])('our server’s %i means: %s', (status, kind) => {
  expect(meaningOf(refused(status)).kind).toBe(kind);
});

it.each([0, 400, 401, 403, 422, 426, 502])(
  'a foreign answer of %i stops and parks nothing',
  (status) => {
    expect(meaningOf(new OfflineError('No.', { status })).kind).toBe('retry');
  },
);

it('a proxy’s limit asks for less at once, and a wait that was asked for is kept', () => {
  expect(meaningOf(new OfflineError('No.', { status: 413 }))).toEqual({ kind: 'halve' });
  expect(meaningOf(refused(429, 7))).toEqual({ kind: 'retry', waitMs: 7000 });
  expect(meaningOf(new TypeError('broken'))).toEqual({ kind: 'retry', waitMs: null });
});
