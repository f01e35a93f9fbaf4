import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { FeeTerms } from '../../contract/fee-agreement.ts';
import type { Invoice, InvoiceDetail, InvoiceLine } from '../../contract/invoice.ts';
import type { Page } from '../../contract/paging.ts';
import { newId } from '../../server/ids.ts';
import type { PersonName, TestServer } from './server.ts';

/** One rate for any payment. */
export const ratesOf = (percent: number): FeeTerms['rates'] => [
  {
    product: null,
    bucket: null,
    mode: null,
    ageFrom: null,
    ageTo: null,
    slabs: [{ fromAmount: 0, percent }],
  },
];

/** Terms without anything but 10 % of all that is collected, 18 % GST and 2 % TDS. */
const plainTerms: FeeTerms = {
  rates: ratesOf(10),
  minimumFee: null,
  visitFee: 0,
  settlementFee: 0,
  gstPercent: 18,
  tdsPercent: 2,
};

/** A payment as a story tells it. */
export interface ToldPayment {
  readonly loanId: string;
  readonly amount: number;
  readonly paidOn: string;
  readonly mode?: string;
  readonly collectorId?: string;
  readonly loanThen?: { product: string | null; bucket: string | null; dpd: number | null };
}

/** Stores a payment; returns its id. */
export async function pay({ db, people }: TestServer, told: ToldPayment): Promise<string> {
  const id = newId();
  await db.execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
      mode, loan_then, collector_id, payment_key, created_by)
    select ${id}, l.client_id, l.id, 'PAYMENT', gen_random_uuid(), 2, ${told.amount}, ${told.amount}, ${told.paidOn},
      ${told.mode ?? null}, ${told.loanThen ? JSON.stringify(told.loanThen) : null}::jsonb, ${told.collectorId ?? null},
      ${id}, ${people.admin.id} from loans l where l.id = ${told.loanId}`);
  return id;
}

/** What an admin and the lender's admin do with agreements and invoices. */
export function revenueOf(server: () => TestServer) {
  const call = (...given: Parameters<TestServer['call']>) => server().call(...given);
  const read = async (id: string, as: PersonName = 'admin') => {
    const answer = await call('GET', `/invoices/${id}`, { as });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<InvoiceDetail>();
  };
  const send = async (id: string, total: number, taxes?: InvoiceDetail['taxes']) => {
    const body = { total, taxes: taxes ?? (await read(id)).taxes };
    return call('POST', `/invoices/${id}/send`, { as: 'admin', body });
  };
  return {
    read,
    send,
    agree: async (validFrom: string, terms: Partial<FeeTerms> = {}, clientId?: string) =>
      call('PUT', `/fee-agreements/${clientId ?? server().clients.X.id}`, {
        as: 'admin',
        body: { validFrom, terms: { ...plainTerms, ...terms } },
      }),
    draft: async (month: string, clientId?: string): Promise<string> => {
      const body = { clientId: clientId ?? server().clients.X.id, month };
      const answer = await call('POST', '/invoices', { as: 'admin', body });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ _id: string }>()._id;
    },
    sent: async (id: string): Promise<InvoiceDetail> => {
      const answer = await send(id, (await read(id)).total);
      expect(answer.statusCode, answer.body).toBe(200);
      return read(id);
    },
    lines: async (id: string, as: PersonName = 'admin'): Promise<InvoiceLine[]> => {
      const query = { pageSize: '200' };
      const answer = await call('GET', `/invoices/${id}/lines`, { as, query });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<Page<InvoiceLine>>().data;
    },
    list: async (as: PersonName, query: Record<string, string> = {}) =>
      (await call('GET', '/invoices', { as, query })).json<Page<Invoice>>().data,
    sayWhoSends: async (gst = '') => {
      const body = { name: 'Recoup Agency', prefix: 'RCP', gst, pan: '' };
      const answer = await call('PUT', '/invoicing-details', { as: 'admin', body });
      expect(answer.statusCode, answer.body).toBe(200);
    },
  };
}
