import { sql } from 'drizzle-orm';
import type { FeeTerms } from '../../contract/fee-agreement.ts';
import { addDays } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { storeAgreement } from '../revenue/fee-agreement-service.ts';
import { addDraft, storeInvoicingDetails } from '../revenue/invoicing-service.ts';
import { monthAfter, monthOf } from '../targets/target-service.ts';
import { DEMO_LENDERS } from './demo-plan.ts';

const any = { product: null, bucket: null, mode: null, ageFrom: null, ageTo: null };

const TERMS: FeeTerms = {
  rates: [
    { ...any, mode: 'SETTLEMENT', slabs: [{ fromAmount: 0, percent: 6 }] },
    { ...any, bucket: '6+', slabs: [{ fromAmount: 0, percent: 12.5 }] },
    {
      ...any,
      slabs: [
        { fromAmount: 0, percent: 7.25 },
        { fromAmount: 500_000, percent: 8.5 },
      ],
    },
  ],
  minimumFee: null,
  visitFee: 75,
  settlementFee: 500,
  gstPercent: 18,
  tdsPercent: 2,
};

/** What the first lender pays, and the draft of its invoice for the month of its last payments. */
export async function agreeDemoFees(context: Context, today: string): Promise<void> {
  const [lender] = DEMO_LENDERS;
  const { rows } = await context.db.execute<{ id: string; agreed: boolean }>(sql`
    select c.id, exists (select 1 from fee_agreements a where a.client_id = c.id) as agreed
    from clients c where c.name = ${lender?.name ?? ''}`);
  const [client] = rows;
  if (client === undefined || client.agreed) return;
  const month = monthOf(addDays(today, -1));
  await runCommand(context.db, null, async (command) => {
    await storeInvoicingDetails(command.tx, null, {
      name: 'Demo Recovery Services',
      address: '12 MG Road\nPune 411001',
      gst: null,
      pan: null,
      bank: null,
      prefix: 'DRS',
    });
    await storeAgreement(command.tx, null, client.id, {
      validFrom: monthAfter(month, -3),
      validTo: null,
      terms: TERMS,
    });
    await addDraft(command, null, client.id, month);
    command.audit({ action: 'demo.fees', details: { month } });
  });
}
