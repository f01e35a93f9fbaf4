// @vitest-environment page
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { settlementCalls } from '../../../../contract/settlement-calls.ts';
import type { Settlement } from '../../../../contract/settlement.ts';
import { SettlementsScreen } from '../../../../src/features/settlements/settlements-screen.tsx';
import {
  FakeServer,
  Refusal,
  buttonOf,
  element,
  onePage,
  openScreen,
  press,
  settled,
  submit,
  toasts,
  viewer,
} from '../../support/screen.tsx';
import { keepUnsavedInput } from '../../../../src/lib/kept-input.ts';
import { loanCalls } from '../../../../contract/loan-calls.ts';
import { madeDetail, madeSettlement } from './made-settlement.ts';

const none = { count: 0, amount: 0 };

/** A queue of settlements; what was decided leaves it. */
function queueOf(rows: Settlement[]) {
  const server = new FakeServer();
  const list = () => ({
    ...onePage(rows),
    sums: {
      mine: { count: rows.length, amount: 9000 * rows.length },
      open: none,
      client: none,
      paying: none,
      over: none,
    },
  });
  server.on(settlementCalls.listManagerSettlements, list);
  server.on(loanCalls.getDistinctBucketClients, {
    clients: [],
    buckets: [],
    cities: [],
    products: [],
  });
  return server;
}

const tick = async (label: string) =>
  act(async () => element(`input[aria-label="${label}"]`).click());

async function typeReason(text: string): Promise<void> {
  const field = element('textarea[name="remarks"]') as HTMLTextAreaElement;
  await act(async () => {
    const value = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
    value?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** How many of how many are sent. */
const progress = () => element('[role="dialog"] section output').textContent;

const typedReason = () => (element('textarea[name="remarks"]') as HTMLTextAreaElement).value;

/** Opens the queue and chooses all of its page. */
async function openQueue(rows: Settlement[]) {
  const server = queueOf(rows);
  await openScreen(<SettlementsScreen user={viewer('MANAGER')} />, server);
  await tick('Select all rows of this page');
  await settled();
  return server;
}

const key = async (name: string, target: EventTarget = document.body) => {
  await act(async () => {
    target.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });
  await settled();
};

it('rejects several with one reason, each on the revision that was seen', async () => {
  const rows = [madeSettlement(1, { revision: 3 }), madeSettlement(2)];
  const server = await openQueue(rows);
  const answer = { data: madeDetail(1) };
  server.on(settlementCalls.updateSettlementStatus, () => {
    rows.shift();
    return answer;
  });
  await press('Reject 2');
  await submit();
  expect(server.sentOf(settlementCalls.updateSettlementStatus)).toEqual([]);
  await typeReason('Too little for this bucket');
  await submit();
  const one = { action: 'REJECT', remarks: 'Too little for this bucket' };
  expect(server.sentOf(settlementCalls.updateSettlementStatus).map(({ body }) => body)).toEqual([
    { _id: madeSettlement(1)._id, revision: 3, ...one },
    { _id: madeSettlement(2)._id, revision: 1, ...one },
  ]);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  expect(toasts()).toContain('updated successfully');
});

it('tells loan by loan which were refused and why, and keeps what was typed for the next try', async () => {
  const rows = [madeSettlement(1), madeSettlement(2), madeSettlement(3)];
  const server = await openQueue(rows);
  server.on(settlementCalls.updateSettlementStatus, ({ body }) => {
    const { _id } = body as { _id: string };
    if (_id === madeSettlement(2)._id)
      throw new Refusal(409, { code: 'STALE_SETTLEMENT', message: 'Somebody was faster.' });
    rows.splice(
      rows.findIndex((row) => row._id === _id),
      1,
    );
    return { data: madeDetail(1) };
  });
  await press('Reject 3');
  await typeReason('Too little');
  await submit();
  const dialog = element('[role="dialog"]').textContent;
  expect(dialog).toContain('2 of 3 done');
  expect(dialog).toContain('Borrower 2 · LN-2');
  expect(dialog).toContain('Somebody was faster.');
  expect(dialog).not.toContain('Borrower 1 · LN-1');
  expect(typedReason()).toBe('Too little');
  await press('Close');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  // The refused one stays chosen, and is decided as it stands now.
  rows[0] = madeSettlement(2, { revision: 2 });
  await press('Reject 1');
  expect(typedReason()).toBe('Too little');
});

it('counts as chosen only what its rows show: what was decided elsewhere left the queue', async () => {
  const rows = [madeSettlement(1), madeSettlement(2)];
  const server = await openQueue(rows);
  server.on(settlementCalls.updateSettlementStatus, () => {
    rows.splice(0, 2, madeSettlement(3));
    throw new Refusal(409, { code: 'STALE_SETTLEMENT', message: 'Somebody was faster.' });
  });
  await press('Reject 2');
  await typeReason('Too little');
  await submit();
  await press('Close');
  await settled();
  expect(document.body.textContent).toContain('Borrower 3');
  expect(document.body.textContent).not.toContain('2 selected');
});

it('sends what the network cut off by the same button, and nothing twice', async () => {
  const rows = [madeSettlement(1), madeSettlement(2), madeSettlement(3)];
  const server = await openQueue(rows);
  let isCut = true;
  server.on(settlementCalls.updateSettlementStatus, ({ body }) => {
    const { _id } = body as { _id: string };
    if (isCut && _id === madeSettlement(2)._id) throw new TypeError('Failed to fetch');
    return { data: madeDetail(1) };
  });
  await press('Approve 3');
  await submit();
  expect(element('[role="dialog"]').textContent).toContain('2 were not saved');
  isCut = false;
  const before = server.sentOf(settlementCalls.updateSettlementStatus).length;
  await submit();
  const sent = server.sentOf(settlementCalls.updateSettlementStatus).slice(before);
  expect(sent.map(({ body }) => (body as { _id: string })._id)).toEqual([
    madeSettlement(2)._id,
    madeSettlement(3)._id,
  ]);
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

it('tries no more once the session ended, and what was typed is there for those that are left', async () => {
  const rows = [madeSettlement(1), madeSettlement(2), madeSettlement(3)];
  const server = await openQueue(rows);
  const sent = () => server.sentOf(settlementCalls.updateSettlementStatus).length;
  server.on(settlementCalls.updateSettlementStatus, () => {
    if (sent() === 2) throw new Refusal(401, { code: 'NO_SESSION', message: 'Log in again.' });
    rows.shift();
    return { data: madeDetail(1) };
  });
  await press('Reject 3');
  await typeReason('Too little');
  // As the session's end does before the login is shown.
  keepUnsavedInput('somebody');
  await submit();
  expect(sent()).toBe(2);
  await openQueue(rows);
  await press('Reject 2');
  expect(typedReason()).toBe('Too little');
});

/** Decisions wait on a slow line, until each is let go. */
function holdDecisions(server: FakeServer): (() => void)[] {
  server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1) });
  const held: (() => void)[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === 'PUT') await new Promise<void>((go) => held.push(go));
    return server.fetch(address, init);
  });
  return held;
}

it('decides no more of several once the dialog is closed, and says how many it has', async () => {
  const server = await openQueue([madeSettlement(1), madeSettlement(2), madeSettlement(3)]);
  const held = holdDecisions(server);
  await press('Approve 3');
  await submit();
  await press('Cancel');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
  held[0]?.();
  await settled();
  expect(held).toHaveLength(1);
  expect(toasts().join()).toContain('1 of 3 done');
  // Those that are left are still chosen.
  expect(buttonOf('Approve 2')).toBeTruthy();
});

it('says how far it has come while several are sent', async () => {
  const server = await openQueue([madeSettlement(1), madeSettlement(2)]);
  const held = holdDecisions(server);
  await press('Approve 2');
  await submit();
  expect(progress()).toBe('0 of 2');
  held[0]?.();
  await settled();
  expect(progress()).toBe('1 of 2');
  held[1]?.();
  await settled();
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

it('approves and rejects by A and R what is chosen and allowed, on what was seen when the key was pressed', async () => {
  const rows = [madeSettlement(1), madeSettlement(2, { actions: ['REJECT'] })];
  const server = await openQueue(rows);
  expect(buttonOf('Approve 1').hasAttribute('disabled')).toBe(false);
  await key('a');
  expect(element('[role="dialog"]').textContent).toContain('Approve 1 settlement?');
  rows[0] = madeSettlement(1, { revision: 2, offeredAmount: 5000 });
  server.on(settlementCalls.updateSettlementStatus, { data: madeDetail(1) });
  await submit();
  expect(
    server.sentOf(settlementCalls.updateSettlementStatus).map(({ body }) => body),
  ).toMatchObject([{ _id: rows[0]._id, revision: 1, action: 'APPROVE' }]);
  await tick('Select all rows of this page');
  await key('R');
  expect(element('[role="dialog"]').textContent).toContain('Reject');
});

it('offers nothing where nothing of the page waits for the reader', async () => {
  const server = queueOf([madeSettlement(1, { actions: ['WITHDRAW'] })]);
  const view = await openScreen(<SettlementsScreen user={viewer('MANAGER')} />, server);
  expect(view.all('input[type="checkbox"]')).toEqual([]);
  await key('a');
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});
