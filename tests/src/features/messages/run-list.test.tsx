// @vitest-environment page
import { describe, expect, it } from 'vitest';
import { messageRunCalls } from '../../../../contract/message-run.ts';
import type { MessageRun } from '../../../../contract/message-run.ts';
import { RunList } from '../../../../src/features/messages/run-list.tsx';
import { FakeServer, madeId, onePage, openScreen } from '../../support/screen.tsx';

const run: MessageRun = {
  _id: madeId(1),
  channel: 'SMS',
  templateName: 'Reminder',
  state: 'DONE',
  totalLoans: 5000,
  doneLoans: 5000,
  queued: 4900,
  waiting: 0,
  leftOut: [{ reason: 'NO_NUMBER', loans: 100 }],
  createdBy: 'Meera Joshi',
  createdAt: '2026-11-02T05:00:00.000Z',
  finishedAt: '2026-11-02T05:01:00.000Z',
};

const buttonsOf = async (shown: MessageRun) => {
  const server = new FakeServer();
  server.on(messageRunCalls.listMessageRuns, onePage([shown]));
  await openScreen(<RunList />, server);
  return [...document.querySelectorAll('button')].map((button) => button.textContent);
};

describe('a sending to many', () => {
  it.each([
    ['is queued', { state: 'QUEUEING', doneLoans: 50 }, true],
    ['has messages that wait', { waiting: 4800 }, true],
    ['is all out', {}, false],
  ] as const)(
    'that %s can be stopped as long as that keeps something back',
    async (_, more, can) => {
      expect((await buttonsOf({ ...run, ...more })).includes('Stop')).toBe(can);
    },
  );
});
