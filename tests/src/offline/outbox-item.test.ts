import { expect, it } from 'vitest';
import { waitingReason } from '../../../src/offline/outbox-item.ts';

it.each([
  [503, 'BUSY', 'busy'],
  [503, 'FOREIGN_ANSWER', 'busy'],
  [502, 'FOREIGN_ANSWER', 'busy'],
  [503, 'TOO_SLOW', 'serverFault'],
  [500, 'INTERNAL', 'serverFault'],
  [200, 'FOREIGN_ANSWER', 'foreignAnswer'],
  [511, 'FOREIGN_ANSWER', 'foreignAnswer'],
  [0, 'NO_ANSWER', 'network'],
] as const)('an item that last heard %i %s waits for: %s', (status, code, reason) => {
  expect(waitingReason({ at: 0, status, code, message: null })).toBe(reason);
});
