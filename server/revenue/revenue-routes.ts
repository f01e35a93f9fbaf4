import type { FastifyInstance } from 'fastify';
import { employeeRevenueCalls } from '../../contract/employee-revenue.ts';
import { feeAgreementCalls } from '../../contract/fee-agreement.ts';
import { invoiceCalls } from '../../contract/invoice.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { uploadEmployeeCosts } from './cost-sheet.ts';
import { listRevenues, readEmployeeCost, setEmployeeCosts } from './employee-revenue.ts';
import {
  endFeeAgreement,
  listFeeAgreements,
  readFeeAgreements,
  setFeeAgreement,
} from './fee-agreements.ts';
import {
  agreeInvoice,
  decideDisputes,
  disputeLines,
  draftInvoice,
  payInvoice,
  removeDraft,
  sendInvoice,
} from './invoice-commands.ts';
import { downloadInvoice } from './invoice-file.ts';
import { listInvoiceLines } from './invoice-line-rows.ts';
import { listInvoices, readInvoice } from './invoice-rows.ts';
import { readInvoicingDetails, setInvoicingDetails } from './invoicing-details.ts';

/** What lenders pay, their invoices, and what employees earn and cost. */
export function registerRevenueRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, feeAgreementCalls, {
    listFeeAgreements: () => listFeeAgreements(context.db),
    readFeeAgreements: ({ params }) => readFeeAgreements(context.db, params.clientId),
    setFeeAgreement: ({ actor, params, body }) =>
      setFeeAgreement(context, actor, params.clientId, body),
    endFeeAgreement: ({ actor, params, body }) =>
      endFeeAgreement(context, actor, params.clientId, body),
  });
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
    disputeInvoiceLines: ({ actor, params, body }) => disputeLines(context, actor, params.id, body),
    decideDisputes: ({ actor, params, body }) => decideDisputes(context, actor, params.id, body),
    agreeInvoice: ({ actor, params }) => agreeInvoice(context, actor, params.id),
    payInvoice: ({ actor, params, body }) => payInvoice(context, actor, params.id, body),
    downloadInvoice: ({ actor, params, query }) =>
      downloadInvoice(context, actor, params.id, query),
  });
  serve(app, context, employeeRevenueCalls, {
    listRevenues: ({ query }) => listRevenues(context, query),
    readEmployeeCost: ({ params, query }) => readEmployeeCost(context, params.id, query.month),
    setEmployeeCosts: ({ actor, body }) => setEmployeeCosts(context, actor, body.month, body.costs),
    uploadEmployeeCosts: ({ actor, body, files }) =>
      uploadEmployeeCosts(context, actor, onlyFile(files), body.month),
  });
}
