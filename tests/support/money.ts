import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Deposit } from '../../contract/deposit.ts';
import type { CollectionReceipt } from '../../contract/receipt.ts';
import type { PersonName, TestServer } from './server.ts';
import { loanOf, visitOf } from './work.ts';

/** Makes what the server keeps of contacts' money, for contacts that a test stored by itself. */
export async function keepMoneyOf({ db, context }: TestServer): Promise<void> {
  const zone = context.settings.businessTz;
  await db.execute(sql`
    insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, collected_on, is_claim)
    select gen_random_uuid(), d.id, d.loan_id, l.client_id, d.agent_id, d.manager_id, d.amount_collected,
      (d.recorded_at at time zone ${zone})::date, d.channel = 'CALL'
    from dispositions d join loans l on l.id = d.loan_id
    where d.amount_collected > 0 and not exists (select 1 from receipts r where r.disposition_id = d.id)`);
}

/** A payment that a file told, made by itself. */
interface ToldPayment {
  readonly loanId: string;
  readonly amount: number;
  readonly paidOn: string;
  readonly collectorId?: string | null;
  readonly managerId?: string | null;
  readonly createdAt?: string;
  /** What its loan was when it was posted. */
  readonly loanThen?: { readonly bucket: string; readonly product: string };
}

/** Stores a payment that stands, credited as told. */
export async function addPayment({ db, people }: TestServer, told: ToldPayment): Promise<void> {
  const { loanId, amount, paidOn, collectorId = null, managerId = null } = told;
  await db.execute(sql`
    insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on, collector_id,
      manager_id, holder_id, leader_id, payment_key, loan_then, created_by, created_at)
    select gen_random_uuid(), l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 2, ${amount}, ${amount}, ${paidOn},
      ${collectorId}, ${managerId}, ${collectorId}, ${managerId}, gen_random_uuid()::text,
      ${told.loanThen === undefined ? null : JSON.stringify({ dpd: null, ...told.loanThen })}::jsonb, ${people.admin.id},
      ${told.createdAt ?? new Date().toISOString()}
    from loans l where l.id = ${loanId}`);
}

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
    /** The contact in which a receipt's money was taken in. */
    contactOf: async (receiptId: string): Promise<string> => {
      const { rows } = await server().db.execute<{ id: string }>(
        sql`select disposition_id as id from receipts where id = ${receiptId}`,
      );
      return rows[0]?.id ?? '';
    },
    /** Records a visit with money taken in; returns its receipt. */
    collect: async (amount: number, more: object = {}): Promise<CollectionReceipt> => {
      const loanId = await loanOf(server(), 'fieldagent');
      const body = paidVisit(loanId, amount, more);
      await server().taken('POST', '/field-disposition', { as: 'fieldagent', body });
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
