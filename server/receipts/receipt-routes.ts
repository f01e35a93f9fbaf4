import type { FastifyInstance } from 'fastify';
import { receiptCalls } from '../../contract/receipt.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { cancelReceipt, keepReceipt } from './receipt-cancelling.ts';
import { listReceipts } from './receipt-list.ts';
import { takeReceiptNumbers } from './receipt-number-giving.ts';

/** Serves receipts of collected money and the numbers that phones write them with. */
export function registerReceiptRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, receiptCalls.listReceipts, async ({ actor, query }) =>
    listReceipts(context, actor, query),
  );
  registerCall(app, context, receiptCalls.cancelReceipt, async ({ actor, body }) => ({
    data: await cancelReceipt(context, actor, body),
  }));
  registerCall(app, context, receiptCalls.keepReceipt, async ({ actor, body }) => ({
    data: await keepReceipt(context, actor, body.receiptId),
  }));
  registerCall(app, context, receiptCalls.takeReceiptNumbers, async ({ actor, body }) =>
    takeReceiptNumbers(context, actor, body),
  );
}
