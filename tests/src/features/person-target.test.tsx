// @vitest-environment page
import { act } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { agentBoardCalls } from '../../../contract/agent-board.ts';
import type { BoardRow } from '../../../contract/agent-board.ts';
import { targetCalls } from '../../../contract/target.ts';
import { queryClient } from '../../../src/app/query-client.ts';
import { PersonTargetScreen } from '../../../src/features/targets/person-target-screen.tsx';
import type { KeptAnswer } from '../../../src/offline/kept-answers.ts';
import { PATIENCE } from '../../support/patience.ts';
import { FakeServer, madeId, openScreen, Refusal, settled, viewer } from '../support/screen.tsx';

vi.mock('../../../src/components/chart.tsx', () => ({ Chart: () => null }));

// What is kept is encrypted under an open vault's key (kept-answers.test.ts); here a map stands for that.
const kept = vi.hoisted(() => new Map<string, unknown>());
vi.mock('../../../src/offline/kept-answers.ts', () => ({
  keepAnswer: (key: string, answer: unknown, at: number) => {
    kept.set(key, { at, answer } satisfies KeptAnswer);
    return Promise.resolve();
  },
  readKeptAnswer: (key: string) => Promise.resolve(kept.get(key) ?? null),
}));

const month = {
  personId: madeId(1),
  name: 'Usha Rao',
  role: 'FIELD_AGENT' as const,
  month: '2026-11-01',
  today: '2026-11-20',
  targets: [],
  days: [],
  changes: [],
};

/** Whether the month without targets says that an admin sets them. */
const saysAdminSets = async (role: 'FIELD_AGENT' | 'MANAGER') => {
  const server = new FakeServer().on(targetCalls.readTargetsOf, { ...month, role });
  await openScreen(<PersonTargetScreen user={{ ...viewer(role), _id: month.personId }} />, server);
  return document.body.textContent.includes('once an admin sets them');
};

it('without targets each is told who sets them, and a manager is led to those that are hers to set', async () => {
  expect(await saysAdminSets('FIELD_AGENT')).toBe(false);
  expect(document.querySelector('a[href="/target-settings"]')).toBeNull();
  queryClient.clear();
  expect(await saysAdminSets('MANAGER')).toBe(true);
  expect(document.querySelector('a[href="/target-settings"]')).not.toBeNull();
});

it.each([
  { role: 'ADMIN', back: '/target-setting' },
  { role: 'MANAGER', back: '/target-settings' },
  { role: 'CUSTOMER', back: '/target-settings' },
] as const)('another’s month leads back to the list of a $role', async ({ role, back }) => {
  const of = new FakeServer().on(targetCalls.readTargetsOf, { ...month, role: 'COLLECTOR' });
  const screen = <PersonTargetScreen user={{ ...viewer(role), _id: madeId(7) }} />;
  await openScreen(
    <Routes>
      <Route path="/target/:id" element={screen} />
    </Routes>,
    of,
    `/target/${month.personId}`,
  );
  expect(document.querySelector('[aria-label="Back"]')?.getAttribute('href')).toBe(back);
});

const own: BoardRow = {
  _id: madeId(1),
  fullName: 'Usha Rao',
  role: 'FIELD_AGENT',
  managerName: null,
  rank: 3,
  weekMovement: null,
  monthMovement: null,
  loanCount: 40,
  collected: 184_000,
  expected: 100_000,
  score: 56_000,
  contacts: 90,
  keptPercent: 62,
  breaches: 0,
  disputes: 0,
  complaints: 0,
};
const board = {
  from: '2026-11-01',
  basis: 'HISTORY' as const,
  to: '2026-11-20',
  data: [own],
  totalCount: 1,
  own,
  byBucket: [],
  byHour: [],
};

let server: FakeServer;
beforeEach(() => {
  kept.clear();
  server = new FakeServer()
    .on(targetCalls.readTargetsOf, month)
    .on(agentBoardCalls.readAgentProfile, board);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = async () => {
  const { text } = await openScreen(<PersonTargetScreen user={viewer('FIELD_AGENT')} />, server);
  await settled();
  return text();
};
const cutOff = () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const call of [targetCalls.readTargetsOf, agentBoardCalls.readAgentProfile])
    server.on(call, () => {
      throw new TypeError('Failed to fetch');
    });
};

it('an agent reads its own place on the board beside its target, and why', async () => {
  const text = await open();
  expect(text).toContain('You are number 3');
  expect(text).toContain('₹84,000 over expectation · 62\u00a0% of promises kept');
});

it('one’s own target that was read is shown without a network, with its time', async () => {
  expect(await open()).toContain('Usha Rao');
  cutOff();
  const text = await open();
  expect(text).toContain('Usha Rao');
  expect(text).toMatch(/No network\. Shown from this device, as of/);
});

it('nothing is shown without a network that was not read before', async () => {
  cutOff();
  const text = await open();
  expect(text).not.toContain('Usha Rao');
  expect(text).toContain('No network');
});

it('what the server refuses by now is not shown from what was kept', async () => {
  await open();
  server.on(targetCalls.readTargetsOf, () => {
    throw new Refusal(404, { code: 'NOT_FOUND', message: 'This person does not exist.' });
  });
  expect(await open()).not.toContain('Usha Rao');
});

const busy = () => {
  server.on(targetCalls.readTargetsOf, () => {
    throw new Refusal(503, { code: 'BUSY', message: 'Busy.' });
  });
};

it('what was kept stays on the screen while the server is busy, and while it is asked again', async () => {
  await open();
  busy();
  const text = await open();
  expect(text).toContain('Usha Rao');
  expect(text).toMatch(/The server is busy\. Shown from this device, as of/);
  let isGone = false;
  const watch = new MutationObserver(() => {
    isGone ||= !document.body.textContent.includes('Usha Rao');
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  const before = server.sentOf(targetCalls.readTargetsOf).length;
  await act(async () => queryClient.refetchQueries());
  await settled();
  expect(server.sentOf(targetCalls.readTargetsOf).length).toBeGreaterThan(before);
  watch.disconnect();
  expect(isGone).toBe(false);
});

it('a busy server is no missing network, and the screen comes back by itself', async () => {
  busy();
  const text = await open();
  expect(text).toContain('The server is busy');
  expect(text).not.toContain('No network');
  server.on(targetCalls.readTargetsOf, month);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Usha Rao'), PATIENCE);
});
