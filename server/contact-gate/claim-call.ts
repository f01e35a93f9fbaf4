import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import type { Command } from '../command.ts';
import { notAllowed } from '../errors.ts';
import { claimContact } from './contact-gate-service.ts';
import { visibleLoan } from './visible-loan.ts';

type ClaimCall = typeof contactGateCalls.claimContact;

/**
 * Claims a contact for the person who asks. Throws 404 when the loan is not the actor's, 403 for an override by somebody
 * who may not give one, 409 for an id that belongs to another loan's contact.
 */
export async function claimAsActor(
  { tx, audit }: Command,
  actor: Actor,
  {
    attemptId,
    loanId,
    channel,
    number,
    toThirdParty,
    overrideReason,
  }: CallRequest<ClaimCall>['body'],
  businessTz: string,
): Promise<CallAnswer<ClaimCall>> {
  const loan = await visibleLoan(tx, actor, loanId);
  if (overrideReason !== undefined && !isAdmin(actor) && actor.role !== 'MANAGER')
    throw notAllowed('Ask your manager to allow this contact.', 'OVERRIDE_NEEDS_MANAGER');
  const answer = await claimContact(
    tx,
    {
      attemptId,
      loanId,
      channel,
      // A call without a number goes to the borrower's own: it counts for all loans that have it.
      number: number ?? (channel === 'VISIT' ? null : loan.number),
      toThirdParty: toThirdParty ?? false,
      agentId: actor.userId,
      ...(overrideReason !== undefined && {
        override: { reason: overrideReason, byId: actor.userId },
      }),
    },
    businessTz,
  );
  const { isAllowed, reason } = answer;
  // Only what went past a rule is a matter for the trail; the ledger has the rest.
  if (isAllowed && reason !== null)
    audit({
      action: 'contact.override',
      entity: 'contact',
      entityId: attemptId,
      details: { loanId, channel, reason, ...(overrideReason !== undefined && { overrideReason }) },
    });
  return { isAllowed, reason, until: answer.until?.toISOString() ?? null };
}
