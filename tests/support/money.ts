import { expect } from 'vitest';
import type { Deposit } from '../../contract/deposit.ts';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import type { PersonName, TestServer } from './server.ts';
import { loanOf, visitOf } from './work.ts';

/** A list of receipts as it comes. */
interface ReceiptList {
  data: CollectionReceipt[];
  totalCount: number;
  totals: { collected: number; deposited: number; inHand: number; cancelled: number };
}

/** The body of a visit that took money in. */
export const paidVisit = (loanId: string, amount: number, more: object = {}) =>
  visitOf(loanId, {
    disposition: 'FIELD_PARTIAL_PAID',
    amountCollected: amount,
    paymentMode: 'CASH',
    personMet: 'Borrower',
    ...more,
  });

/** What the first field agent and those over it do with money. */
export function moneyOf(server: () => TestServer) {
  const receipts = async (query: Record<string, string> = {}, as: PersonName = 'fieldagent') =>
    (await server().call('GET', '/receipts', { as, query })).json<ReceiptList>();
  const deposit = (receiptIds: string[], more: object = {}, as: PersonName = 'fieldagent') =>
    server().call('POST', '/deposits', {
      as,
      body: { receiptIds, place: 'BANK', reference: 'SLIP-7', ...more },
    });
  return {
    receipts,
    deposit,
    /** Records a visit with money taken in; returns its receipt. */
    collect: async (amount: number, more: object = {}): Promise<CollectionReceipt> => {
      const loanId = await loanOf(server(), 'fieldagent');
      const body = paidVisit(loanId, amount, more);
      const answer = await server().call('POST', '/field-disposition', { as: 'fieldagent', body });
      expect(answer.statusCode, answer.body).toBe(200);
      const { data } = await receipts({ pageSize: '200' });
      const receipt = data.find((one) => one.loanId === loanId);
      if (!receipt) throw new Error('No receipt was made.');
      return receipt;
    },
    cancel: (receiptId: string, as: PersonName = 'fieldagent') =>
      server().call('PUT', '/receipts/cancel', {
        as,
        body: { receiptId, reason: 'Written twice' },
      }),
    deposited: async (receiptIds: string[]): Promise<Deposit> => {
      const answer = await deposit(receiptIds);
      expect(answer.statusCode, answer.body).toBe(200);
      const [made] = answer.json<{ data: Deposit[] }>().data;
      if (!made) throw new Error('No deposit was made.');
      return made;
    },
    stateOf: async (id: string) =>
      (await receipts({ pageSize: '200' }, 'admin')).data.find((one) => one._id === id)?.state,
  };
}
