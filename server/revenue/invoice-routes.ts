import type { FastifyInstance } from 'fastify';
import { invoiceCalls } from '../../contract/invoice.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import {
  agreeInvoice,
  decideDispute,
  disputeLine,
  draftInvoice,
  payInvoice,
  removeDraft,
  sendInvoice,
} from './invoice-commands.ts';
import { downloadInvoice } from './invoice-file.ts';
import { listInvoiceLines, listInvoices, readInvoice } from './invoice-rows.ts';
import { readInvoicingDetails, setInvoicingDetails } from './invoicing-details.ts';

/** Invoices to lenders. */
export function registerInvoiceRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, invoiceCalls, {
    readInvoicingDetails: () => readInvoicingDetails(context.db),
    setInvoicingDetails: ({ actor, body }) => setInvoicingDetails(context, actor, body),
    listInvoices: ({ actor, query }) => listInvoices(context, actor, query),
    draftInvoice: ({ actor, body }) => draftInvoice(context, actor, body),
    readInvoice: ({ actor, params }) => readInvoice(context, actor, params.id),
    listInvoiceLines: ({ actor, params, query }) =>
      listInvoiceLines(context, actor, params.id, query),
    removeDraft: ({ actor, params }) => removeDraft(context, actor, params.id),
    sendInvoice: ({ actor, params, body }) => sendInvoice(context, actor, params.id, body),
    disputeInvoiceLine: ({ actor, params, body }) => disputeLine(context, actor, params.id, body),
    decideDispute: ({ actor, params, body }) => decideDispute(context, actor, params.id, body),
    agreeInvoice: ({ actor, params }) => agreeInvoice(context, actor, params.id),
    payInvoice: ({ actor, params, body }) => payInvoice(context, actor, params.id, body),
    downloadInvoice: ({ actor, params, query }) =>
      downloadInvoice(context, actor, params.id, query),
  });
}
