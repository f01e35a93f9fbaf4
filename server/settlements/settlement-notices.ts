import { LOAN_BACK, WAITS_FOR_NOBODY } from '../../contract/notification.ts';
import type { NotificationFacts, NotificationKind } from '../../contract/notification.ts';
import type {
  SettlementClosing,
  SettlementState,
  SettlementWait,
} from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { adminsHere, notify } from '../notifications/notification-service.ts';
import type { NewNotification } from '../notifications/notification-service.ts';
import { hasDecider } from './settlement-deciders-service.ts';
import type { SettlementRow } from './settlement-rows.ts';

type Told = Pick<
  SettlementRow,
  | '_id'
  | 'loanId'
  | 'clientId'
  | 'offeredAmount'
  | 'managerId'
  | 'collectorId'
  | 'fieldAgentId'
  | 'proposedById'
> &
  Partial<Pick<SettlementRow, 'isDelegated'>>;

const KIND_OF: Readonly<Record<SettlementState, NotificationKind>> = {
  PROPOSED: 'SETTLEMENT_PROPOSED',
  COUNTERED: 'SETTLEMENT_COUNTERED',
  APPROVED_BY_MANAGER: 'SETTLEMENT_APPROVED',
  APPROVED_BY_CLIENT: 'SETTLEMENT_APPROVED',
  LETTER_ISSUED: 'SETTLEMENT_LETTER',
  ACTIVE: 'SETTLEMENT_RESUMED',
  FULFILLED: 'SETTLEMENT_FULFILLED',
  REJECTED: 'SETTLEMENT_REJECTED',
  WITHDRAWN: 'SETTLEMENT_WITHDRAWN',
  EXPIRED: 'SETTLEMENT_EXPIRED',
  BROKEN: 'SETTLEMENT_BROKEN',
};

type Recipient = NewNotification['to'];

const people = (...ids: (string | null)[]): Recipient[] =>
  [...new Set(ids)].flatMap((userId) => (userId === null ? [] : [{ userId }]));

/** The loan's manager; a loan without one is the admins' to decide. */
const managerOf = async (tx: Db, { managerId }: Told): Promise<Recipient[]> =>
  managerId === null ? people(...(await adminsHere(tx))) : people(managerId);

/** Who must act next. */
async function nextOf(
  tx: Db,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<Recipient[]> {
  switch (waitsFor) {
    case 'MANAGER':
      // Managers do not approve what they proposed: then the admins can.
      return settlement.managerId === settlement.proposedById
        ? people(settlement.managerId, ...(await adminsHere(tx)))
        : managerOf(tx, settlement);
    case 'ADMIN':
      return people(...(await adminsHere(tx)));
    case 'LETTER':
      // A delegated approval's letter is the agency's to write.
      return [
        { clientId: settlement.clientId },
        ...(settlement.isDelegated ? await managerOf(tx, settlement) : []),
      ];
    case 'CLIENT':
    case 'CLIENT_HEAD':
      return [{ clientId: settlement.clientId }];
    case 'PAYMENT':
      return people(settlement.collectorId, settlement.fieldAgentId);
    case null:
      return [];
  }
}

const ENDS: ReadonlySet<SettlementState> = new Set(['FULFILLED', 'BROKEN', 'EXPIRED', 'WITHDRAWN']);

/** Where a settlement stands now, and where it stood. */
interface Standing {
  readonly state: SettlementState;
  readonly waitsFor: SettlementWait | null;
  /** Where payments and days brought it from. */
  readonly before?: SettlementState;
  /** What closed it, where neither a person nor its own money and days ended it. */
  readonly closing?: SettlementClosing | null;
}

/** Everybody whom a settlement concerns: proposer, agents, manager, client. */
const allOf = (settlement: Told): Recipient[] => [
  { clientId: settlement.clientId },
  ...people(
    settlement.proposedById,
    settlement.managerId,
    settlement.collectorId,
    settlement.fieldAgentId,
  ),
];

/** Tells whoever must act next, the proposer and the manager where a settlement stands now; nobody is told of own doing. */
export async function tellOfStanding(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  { state, waitsFor, before, closing }: Standing,
): Promise<void> {
  const concernsAll = ENDS.has(state) || (before !== undefined && ENDS.has(before));
  const recipients = [
    ...(await nextOf(tx, settlement, waitsFor)),
    ...(state === 'PROPOSED' ? [] : people(settlement.proposedById, settlement.managerId)),
    ...(concernsAll ? allOf(settlement) : []),
  ];
  await tellOfNobody(tx, actor, settlement, waitsFor);
  const isReopened = before === 'FULFILLED' && !ENDS.has(state);
  const kind = isReopened ? 'SETTLEMENT_REOPENED' : KIND_OF[state];
  await (closing
    ? tell(tx, actor, settlement, {
        kind: 'SETTLEMENT_CLOSED',
        recipients,
        facts: { reason: closing },
      })
    : tell(tx, actor, settlement, { kind, recipients }));
}

/** Tells everybody that money of an open settlement bounced: it is due again, or the terms are no longer what they were. */
export async function tellOfBounce(tx: Db, settlement: Told, amount: number): Promise<void> {
  await tell(tx, null, settlement, {
    kind: 'SETTLEMENT_BOUNCED',
    recipients: allOf(settlement),
    facts: { amount },
  });
}

/** Tells the manager that a letter was taken though it differs from what was approved, and why; admins where there is none. */
export async function tellOfDifference(
  tx: Db,
  actor: Actor,
  settlement: Told,
  reason: string,
): Promise<void> {
  await tell(tx, actor, settlement, {
    kind: 'SETTLEMENT_LETTER_DIFFERS',
    recipients: await managerOf(tx, settlement),
    facts: { reason },
  });
}

/** Tells the admins, who can make or enable a login, of what waits for a client of whom nobody who could decide can log in. */
async function tellOfNobody(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<void> {
  const isClients = (await nextOf(tx, settlement, waitsFor)).some((to) => 'clientId' in to);
  if (!isClients || (await hasDecider(tx, settlement.clientId, waitsFor))) return;
  await tell(tx, actor, settlement, {
    kind: 'SETTLEMENT_WAITS',
    recipients: people(...(await adminsHere(tx))),
    facts: { reason: WAITS_FOR_NOBODY },
  });
}

/** Reminds whoever must act. */
export async function remindNext(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<void> {
  const recipients = await nextOf(tx, settlement, waitsFor);
  await tell(tx, actor, settlement, { kind: 'SETTLEMENT_WAITS', recipients });
  await tellOfNobody(tx, actor, settlement, waitsFor);
}

/** Tells the manager to whom a loan went while its offer waits for the agency. */
export async function tellOfTakingOver(tx: Db, settlement: Told): Promise<void> {
  await tell(tx, null, settlement, {
    kind: 'SETTLEMENT_WAITS',
    recipients: people(settlement.managerId),
  });
}

/** Tells those who heard that an offer closed with its loan that both are back; whoever must act is reminded. */
export async function tellOfReturn(
  tx: Db,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<void> {
  const next = new Set((await nextOf(tx, settlement, waitsFor)).map((to) => JSON.stringify(to)));
  await tell(tx, null, settlement, {
    kind: 'SETTLEMENT_REOPENED',
    recipients: allOf(settlement).filter((to) => !next.has(JSON.stringify(to))),
    facts: { reason: LOAN_BACK },
  });
  await remindNext(tx, null, settlement, waitsFor);
}

/** Reminds the agents of what is to be paid by when. */
export async function remindOfPayment(tx: Db, settlement: SettlementRow): Promise<void> {
  const { nextAmount, nextDueOn } = settlement;
  if (nextAmount === null || nextDueOn === null) return;
  await tell(tx, null, settlement, {
    kind: 'SETTLEMENT_DUE_SOON',
    recipients: await nextOf(tx, settlement, 'PAYMENT'),
    facts: { amount: nextAmount, dueOn: nextDueOn },
  });
}

async function tell(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  news: {
    kind: NotificationKind;
    recipients: readonly Recipient[];
    facts?: NotificationFacts;
  },
): Promise<void> {
  const { _id: settlementId, clientId, loanId, offeredAmount: amount } = settlement;
  const { kind, recipients } = news;
  const facts = { amount, ...(actor !== null && { personName: actor.fullName }), ...news.facts };
  await notify(
    tx,
    recipients
      .filter((to) => !('userId' in to) || to.userId !== actor?.userId)
      .map((to) => ({ to, kind, facts, clientId, loanId, settlementId })),
  );
}
