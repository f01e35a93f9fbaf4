// @vitest-environment page
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CollectionReceipt } from '../../../../contract/receipt.ts';
import { toastStore } from '../../../../src/components/toast-store.ts';
import type { ListState } from '../../../../src/components/list-state.ts';
import { DeviceError } from '../../../../src/offline/errors.ts';
import { OfflineError, RefusedError } from '../../../../src/remote/call-errors.ts';
import { render } from '../../support/render.tsx';
import { receipt } from './shown-receipt.ts';

const { call, saveOperation } = vi.hoisted(() => ({
  call: vi.fn<(call: unknown, input: unknown) => Promise<unknown>>(),
  saveOperation: vi.fn<(input: unknown) => Promise<unknown>>(),
}));
vi.mock('../../../../src/remote/session-client.ts', () => ({ server: { call } }));
vi.mock('../../../../src/offline/operation-save.ts', () => ({ saveOperation }));
const { ReceiptTable } = await import('../../../../src/features/receipts/receipt-table.tsx');

const state: ListState = { page: 1, setPage: () => undefined, pageSize: 10 };

// What a text area that grows with its text listens to; this DOM has none.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

beforeEach(() => {
  call.mockReset();
  saveOperation.mockReset();
  toastStore.set([]);
});

const buttons = (words: string) =>
  [...document.querySelectorAll('button')].filter((each) => each.textContent === words);
const press = async (button: HTMLElement | undefined) => {
  if (button === undefined) throw new Error(`No such button in ${document.body.innerHTML}`);
  await act(async () => button.click());
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
};

async function show(shown: CollectionReceipt) {
  const receipts = { data: { data: [shown], totalCount: 1, page: 1, pageSize: 10 } };
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })}
    >
      <ReceiptTable
        name="receipts"
        receipts={receipts as never}
        seesMany={shown.mayCancel}
        state={state}
        search="Search"
        fields={[]}
        empty="None"
      />
    </QueryClientProvider>,
  );
}

async function ask(shown: CollectionReceipt): Promise<string> {
  const screen = await show(shown);
  const words = shown.mayCancel ? 'Cancel' : 'Ask to cancel';
  await press(buttons(words)[0]);
  const reason = document.querySelector('textarea');
  if (reason === null) throw new Error(document.body.innerHTML);
  await screen.type(reason, 'Wrong borrower');
  await press(buttons(shown.mayCancel ? 'Cancel receipt' : words).at(-1));
  return document.body.textContent;
}

const told = () => toastStore.get().map(({ message }) => message);
const body = { receiptId: receipt._id, reason: 'Wrong borrower' };

it('asks the manager at once while there is a network', async () => {
  call.mockResolvedValue({ data: receipt });
  const words = await ask(receipt);
  expect(words).not.toContain('Your manager decides');
  expect(call.mock.calls[0]?.[1]).toEqual({ body });
  expect(saveOperation).not.toHaveBeenCalled();
  expect(told()).toEqual(['Your manager was asked']);
});

it('without a network the wish waits in the outbox, and says so', async () => {
  call.mockRejectedValue(new OfflineError('Network error'));
  saveOperation.mockResolvedValue({});
  await ask(receipt);
  expect(saveOperation).toHaveBeenCalledWith({
    call: 'cancelReceipt',
    loanId: receipt.loanId,
    body,
  });
  expect(told()).toEqual(['Saved. Your manager is asked as soon as there is a network.']);
});

it('without a network and an outbox nothing is lost: the reason stays, and it says why', async () => {
  call.mockRejectedValue(new OfflineError('Network error'));
  saveOperation.mockRejectedValue(new DeviceError('NOT_REGISTERED'));
  await ask(receipt);
  expect(document.querySelector('textarea')?.value).toBe('Wrong borrower');
  expect(told()).not.toContain('Your manager was asked');
});

it('what the server refuses is not queued', async () => {
  const refused = { code: 'RECEIPT_DEPOSITED', message: 'This money is in a deposit.' };
  call.mockRejectedValue(new RefusedError(409, refused, null));
  await ask(receipt);
  expect(saveOperation).not.toHaveBeenCalled();
});

it('whoever is over the agent cancels it, and never by the outbox', async () => {
  call.mockRejectedValue(new OfflineError('Network error'));
  await ask({ ...receipt, mayCancel: true, mayAskToCancel: false });
  expect(call.mock.calls[0]?.[1]).toEqual({ body });
  expect(saveOperation).not.toHaveBeenCalled();
});

it('a receipt in a deposit is taken out by whoever may, with a reason', async () => {
  call.mockResolvedValue({ data: {} });
  const deposited = { ...receipt, state: 'DEPOSITED', mayAskToCancel: false } as const;
  const screen = await show({ ...deposited, mayTakeOut: true });
  expect(buttons('Ask to cancel')).toEqual([]);
  await press(buttons('Take out of deposit')[0]);
  const reason = document.querySelector('textarea');
  if (reason === null) throw new Error(document.body.innerHTML);
  await screen.type(reason, 'Cheque returned');
  await press(buttons('Take out of deposit').at(-1));
  expect(call.mock.calls[0]?.[0]).toMatchObject({ path: '/deposits/take-out' });
  expect(call.mock.calls[0]?.[1]).toEqual({
    body: { receiptId: receipt._id, reason: 'Cheque returned' },
  });
  expect(told()).toEqual(['Taken out of the deposit']);
});
