import type { FastifyInstance } from 'fastify';
import { receiptCalls } from '../../contract/receipt.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { cancelReceipt, keepReceipt } from './receipt-cancelling-service.ts';
import { explainExcess } from './receipt-excess-service.ts';
import { listReceipts } from './receipt-list.ts';
import { takeReceiptNumbers } from './receipt-number-giving.ts';

/** Serves receipts of collected money and the numbers that phones write them with. */
export function registerReceiptRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, receiptCalls, {
    listReceipts: ({ actor, query }) => listReceipts(context, actor, query),
    cancelReceipt: async ({ actor, body }) => ({
      data: await cancelReceipt(context, actor, body),
    }),
    keepReceipt: async ({ actor, body }) => ({
      data: await keepReceipt(context, actor, body.receiptId),
    }),
    explainExcess: async ({ actor, body }) => ({ data: await explainExcess(context, actor, body) }),
    takeReceiptNumbers: ({ actor, body }) => takeReceiptNumbers(context, actor, body),
  });
}
