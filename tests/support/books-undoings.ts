import { sql } from 'drizzle-orm';

/** What an administrator takes back with a reason: the call, the field that names it, and what there is. */
export const UNDOINGS = [
  ['cancel-receipt', '/receipts/cancel', 'receiptId', sql`select id from receipts`],
  [
    'cancel-deposit',
    '/deposits/cancel',
    'depositId',
    sql`select id from deposits where cancelled_at is null`,
  ],
  [
    'take-out-of-deposit',
    '/deposits/take-out',
    'receiptId',
    sql`select id from receipts where deposit_id is not null`,
  ],
] as const;
