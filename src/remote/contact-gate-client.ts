import type { CallAnswer } from '../../contract/call.ts';
import { contactGateCalls } from '../../contract/contact-gate.ts';
import type { ContactChannel } from '../../contract/contact-rules.ts';
import { server } from './session-client.ts';

/** What a manager was asked for: still open, or allowed until an instant. */
export interface AskedLeave {
  isAsked: boolean;
  leaveUntil: string | null;
}

/** The caller's exceptions on a loan, for one kind of contact. */
export async function readLeave(
  loanId: string,
  channel: ContactChannel,
  signal: AbortSignal,
): Promise<AskedLeave> {
  const { exceptions } = await server.call(
    contactGateCalls.readContactStanding,
    { params: { id: loanId } },
    { signal },
  );
  const meant = exceptions.filter((each) => each.channel === channel);
  return {
    isAsked: meant.some(({ state }) => state === 'OPEN'),
    leaveUntil: meant.find(({ state }) => state === 'GRANTED')?.endsAt ?? null,
  };
}

/** Asks the caller's manager to allow a contact against a rule. */
export async function askLeave(
  loanId: string,
  channel: ContactChannel,
  reason: string,
): Promise<void> {
  await server.call(contactGateCalls.askException, { body: { loanId, channel, reason } });
}

/** Claims a contact that is about to be made; the same id again answers the same. */
export function claimContact(claim: {
  attemptId: string;
  loanId: string;
  channel: ContactChannel;
  number: string | null;
  /** A manager's reason to contact against a rule. */
  overrideReason?: string;
}): Promise<CallAnswer<typeof contactGateCalls.claimContact>> {
  const { number, ...rest } = claim;
  return server.call(contactGateCalls.claimContact, {
    body: number === null ? rest : { ...rest, number },
  });
}
