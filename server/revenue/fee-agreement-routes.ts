import type { FastifyInstance } from 'fastify';
import { feeAgreementCalls } from '../../contract/fee-agreement.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import {
  endFeeAgreement,
  listFeeAgreements,
  readFeeAgreements,
  setFeeAgreement,
} from './fee-agreements.ts';

/** What lenders pay. */
export function registerFeeAgreementRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, feeAgreementCalls, {
    listFeeAgreements: () => listFeeAgreements(context.db),
    readFeeAgreements: ({ params }) => readFeeAgreements(context.db, params.clientId),
    setFeeAgreement: ({ actor, params, body }) =>
      setFeeAgreement(context, actor, params.clientId, body),
    endFeeAgreement: ({ actor, params, body }) =>
      endFeeAgreement(context, actor, params.clientId, body),
  });
}
