import type { FastifyInstance } from 'fastify';
import { attributionCalls } from '../../contract/attribution.ts';
import { paymentCalls } from '../../contract/payment.ts';
import type { Payment } from '../../contract/payment.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { followSettlements } from '../settlements/settlement-following-service.ts';
import { listAttributionRules, setAttributionRule } from './attribution-rules.ts';
import { findPayment, listPayments } from './payment-list.ts';
import { reversePayment } from './payment-reversal-service.ts';

/** Reverses a payment by hand. Throws 404, or 409 when it is reversed already. */
async function reverseByHand(
  context: Context,
  actor: Actor,
  paymentId: string,
  reason: string,
): Promise<Payment> {
  const payment = await findPayment(context.db, actor, paymentId);
  // What the bank told is the agency's to take back, not the lender's admin's.
  if (!payment || (!isAdmin(actor) && payment.source !== 'PAYMENT')) throw notFound('This payment');
  await runCommand(context.db, actor, async (command) => {
    const reversed = await reversePayment(command, actor.userId, { paymentId, reason });
    if (reversed.payments === 0)
      throw conflict('REVERSED_ALREADY', 'This payment was reversed already. Look at it again.');
    // A settlement that it had fulfilled is open again at once: nobody is shown meanwhile that nothing is due.
    const today = businessDay(context.settings.businessTz);
    await followSettlements(command, [payment.loanId], today);
    command.audit({
      action: 'payment.reverse',
      entity: 'payment',
      entityId: paymentId,
      details: { loanId: payment.loanId, reason, ...reversed },
    });
  });
  const after = await findPayment(context.db, actor, paymentId);
  if (!after) throw notFound('This payment');
  return after;
}

/** Payments posted from sheets: lists, reversal, and whose they are. */
export function registerPaymentRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, paymentCalls, {
    listPayments: ({ actor, query }) => listPayments(context.db, actor, query),
    reversePayment: ({ actor, params, body }) =>
      reverseByHand(context, actor, params.id, body.reason),
  });
  serve(app, context, attributionCalls, {
    listAttributionRules: () => listAttributionRules(context.db),
    setAttributionRule: ({ actor, params, body }) =>
      setAttributionRule(context, actor, params.clientId, body),
  });
}
