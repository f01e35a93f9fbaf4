import type { NewNotification } from '../notifications/notification-service.ts';
import type { Holding } from './allocation-rules.ts';

/** A loan in new hands. */
export interface MovedLoan {
  readonly loanId: string;
  readonly clientId: string;
  readonly before: Holding;
  readonly after: Holding;
}

interface Share {
  count: number;
  loanId: string;
  clientIds: Set<string>;
}

const holders = (held: Holding) => [held.collectorId, held.managerId, held.fieldAgentId];

/**
 * One notification for each person whom one act of allocating gave loans to, however many; who did it itself is told
 * nothing. A single loan is named, so that the notification leads to it.
 */
export function allocationNotices(
  actor: { readonly userId: string; readonly fullName: string },
  loans: readonly MovedLoan[],
): NewNotification[] {
  const shares = new Map<string, Share>();
  for (const { loanId, clientId, before, after } of loans) {
    const had = holders(before);
    holders(after).forEach((userId, place) => {
      if (userId === null || userId === had[place] || userId === actor.userId) return;
      const share = shares.get(userId) ?? { count: 0, loanId, clientIds: new Set() };
      share.count += 1;
      share.clientIds.add(clientId);
      shares.set(userId, share);
    });
  }
  return [...shares].map(([userId, { count, loanId, clientIds }]) => ({
    to: { userId },
    kind: 'ALLOCATION',
    facts: { count, personName: actor.fullName },
    clientId: clientIds.size === 1 ? ([...clientIds][0] ?? null) : null,
    loanId: count === 1 ? loanId : null,
  }));
}
