import type { Role } from './roles.ts';
import {
  clientStage,
  firstStage,
  isClientLevel,
  isLevel,
  isWithin,
  levelOf,
  limitOf,
  rankOf,
} from './settlement-authority.ts';
import type { Authority, Offered, SettlementLevel } from './settlement-authority.ts';
import type {
  SettlementAction,
  SettlementState,
  SettlementTerms,
  SettlementWait,
} from './settlement.ts';

/*
 * Who may do what with a settlement, from which state, and what comes of it: one pure function, for the server that decides
 * and for its proof. Payments and days are followed in settlement-following.ts.
 */

/** Who makes a step. */
export interface SettlementActor {
  readonly userId: string;
  readonly role: Role;
}

/** What the machine looks at of a settlement. */
export interface SettlementStanding extends Offered {
  readonly state: SettlementState;
  readonly waitsFor: SettlementWait | null;
  readonly proposedById: string;
  /** Who made the terms that stand, and at which level: the proposer, or whoever countered last. */
  readonly makerId: string;
  readonly makerLevel: SettlementLevel | null;
  readonly counteredBy: 'AGENCY' | 'CLIENT' | null;
  /** The agency approved within what the client delegated. */
  readonly isDelegated: boolean;
  /** The agents who have the loan: one that it left goes on seeing what it proposed, but has no letter to hand over. */
  readonly agentIds: readonly string[];
}

/** What a step changes. */
export type SettlementStep = Pick<
  SettlementStanding,
  'state' | 'waitsFor' | 'makerId' | 'makerLevel' | 'counteredBy' | 'offeredAmount' | 'isDelegated'
>;

/** Why a step is not taken. */
export type SettlementRefusal =
  | 'NOT_YOUR_TURN'
  | 'OWN_TERMS'
  | 'BEYOND_LIMIT'
  | 'NOT_NOW'
  | 'TERMS_MISSING';

/** What comes of a step: the settlement after it, or why it is not taken. */
export type SettlementOutcome =
  | { readonly step: SettlementStep; readonly refusal: null }
  | { readonly step: null; readonly refusal: SettlementRefusal };

/** What a proposal begins as: it waits for the first level that may approve it. */
export function firstStep(
  authority: Authority,
  actor: SettlementActor,
  offer: Offered,
): SettlementStep {
  const makerLevel = levelOf(actor.role);
  return {
    state: 'PROPOSED',
    waitsFor: firstStage(authority, offer, makerLevel),
    makerId: actor.userId,
    makerLevel,
    counteredBy: null,
    offeredAmount: offer.offeredAmount,
    isDelegated: false,
  };
}

const refused = (refusal: SettlementRefusal): SettlementOutcome => ({ step: null, refusal });

type Change = Partial<SettlementStep>;

const taken = (standing: SettlementStanding, change: Change): SettlementOutcome => {
  const { state, waitsFor, makerId, makerLevel, counteredBy, offeredAmount, isDelegated } =
    standing;
  const step = { state, waitsFor, makerId, makerLevel, counteredBy, offeredAmount, isDelegated };
  return { step: { ...step, ...change }, refusal: null };
};

/** The actor's level when it is their side's turn and they stand high enough; a refusal otherwise. */
function turnOf(
  { waitsFor }: SettlementStanding,
  actor: SettlementActor,
): SettlementLevel | SettlementRefusal {
  if (!isLevel(waitsFor)) return 'NOT_NOW';
  const level = levelOf(actor.role);
  if (level === null || isClientLevel(level) !== isClientLevel(waitsFor)) return 'NOT_YOUR_TURN';
  return rankOf(level) < rankOf(waitsFor) ? 'BEYOND_LIMIT' : level;
}

const isRefusal = (turn: SettlementLevel | SettlementRefusal): turn is SettlementRefusal =>
  !isLevel(turn);

/** Nobody approves terms that they made, nor a settlement that they proposed. */
const isOwn = (standing: SettlementStanding, { userId }: SettlementActor): boolean =>
  standing.makerId === userId || standing.proposedById === userId;

/** Terms that the client made itself are approved by the agency's answer, where who made them could approve them. */
function answerToClient(authority: Authority, standing: SettlementStanding): SettlementOutcome {
  const needed = clientStage(authority, standing);
  const couldApprove =
    standing.makerLevel !== null && rankOf(standing.makerLevel) >= rankOf(needed);
  return taken(
    standing,
    couldApprove
      ? { state: 'APPROVED_BY_CLIENT', waitsFor: 'LETTER' }
      : { state: 'APPROVED_BY_MANAGER', waitsFor: needed },
  );
}

function approve(
  authority: Authority,
  standing: SettlementStanding,
  actor: SettlementActor,
): SettlementOutcome {
  const turn = turnOf(standing, actor);
  if (isRefusal(turn)) return refused(turn);
  if (isOwn(standing, actor)) return refused('OWN_TERMS');
  if (standing.counteredBy === 'CLIENT' && !isClientLevel(turn))
    return answerToClient(authority, standing);
  if (!isWithin(limitOf(authority, turn), standing)) return refused('BEYOND_LIMIT');
  if (isClientLevel(turn)) {
    // The rules may have become stricter since it began to wait.
    if (rankOf(turn) < rankOf(clientStage(authority, standing))) return refused('BEYOND_LIMIT');
    return taken(standing, { state: 'APPROVED_BY_CLIENT', waitsFor: 'LETTER' });
  }
  const waiver = standing.dueAmount - standing.offeredAmount;
  const isDelegated =
    !authority.isRbi && !standing.isFlagged && waiver <= authority.delegatedAmount;
  const waitsFor = isDelegated ? 'LETTER' : clientStage(authority, standing);
  return taken(standing, { state: 'APPROVED_BY_MANAGER', waitsFor, isDelegated });
}

/** Who decides about the agency's other terms: the client, where whoever made them may give so much, else a level above. */
const waitOfCounter = (
  authority: Authority,
  offer: Offered,
  maker: SettlementLevel | null,
): SettlementWait =>
  maker !== null && isWithin(limitOf(authority, maker), offer)
    ? clientStage(authority, offer)
    : firstStage(authority, offer, maker);

function counter(
  authority: Authority,
  standing: SettlementStanding,
  actor: SettlementActor,
  terms: Pick<SettlementTerms, 'offeredAmount'> | undefined,
): SettlementOutcome {
  const turn = turnOf(standing, actor);
  if (isRefusal(turn)) return refused(turn);
  if (terms === undefined) return refused('TERMS_MISSING');
  const { offeredAmount } = terms;
  const offer = { ...standing, offeredAmount };
  const made = {
    state: 'COUNTERED',
    makerId: actor.userId,
    makerLevel: turn,
    offeredAmount,
    isDelegated: false,
  } as const;
  if (isClientLevel(turn))
    return taken(standing, { ...made, waitsFor: 'MANAGER', counteredBy: 'CLIENT' });
  const waitsFor = waitOfCounter(authority, offer, turn);
  return taken(standing, { ...made, waitsFor, counteredBy: 'AGENCY' });
}

function reject(standing: SettlementStanding, actor: SettlementActor): SettlementOutcome {
  const turn = turnOf(standing, actor);
  return isRefusal(turn) ? refused(turn) : taken(standing, { state: 'REJECTED', waitsFor: null });
}

const BEFORE_LETTER: ReadonlySet<SettlementState> = new Set([
  'PROPOSED',
  'COUNTERED',
  'APPROVED_BY_MANAGER',
  'APPROVED_BY_CLIENT',
]);

/** Whether terms were offered, and their letter is still to come. */
export const isBeforeLetter = (state: SettlementState): boolean => BEFORE_LETTER.has(state);

/** Before the letter, by who proposed it or by whoever is over them; after it the borrower has the client's word. */
function withdraw(standing: SettlementStanding, actor: SettlementActor): SettlementOutcome {
  if (!isBeforeLetter(standing.state)) return refused('NOT_NOW');
  const level = levelOf(actor.role);
  const isOver = level === 'MANAGER' || level === 'ADMIN';
  return isOver || standing.proposedById === actor.userId
    ? taken(standing, { state: 'WITHDRAWN', waitsFor: null })
    : refused('NOT_YOUR_TURN');
}

/**
 * For whom terms without their letter wait, worked out of where they stand: an offer that rested while nobody worked its loan
 * goes on with it.
 */
export function waitOf(
  authority: Authority,
  standing: Omit<SettlementStanding, 'waitsFor'>,
): SettlementWait {
  const { state, makerLevel, counteredBy, isDelegated } = standing;
  if (state === 'APPROVED_BY_CLIENT' || isDelegated) return 'LETTER';
  if (state === 'APPROVED_BY_MANAGER') return clientStage(authority, standing);
  if (state === 'PROPOSED') return firstStage(authority, standing, makerLevel);
  if (counteredBy === 'CLIENT') return 'MANAGER';
  return waitOfCounter(authority, standing, makerLevel);
}

/**
 * By the client; by the agency where the approval was delegated to it, unless the lender called it fraud since: that it did not
 * delegate. A further letter replaces the one that stands.
 */
function issueLetter(standing: SettlementStanding, actor: SettlementActor): SettlementOutcome {
  const level = levelOf(actor.role);
  const { isDelegated, isFlagged, waitsFor } = standing;
  const isAgencys = isDelegated && !(isFlagged && waitsFor === 'LETTER');
  const isIssuer = level !== null && (isClientLevel(level) || isAgencys);
  if (!isIssuer) return refused('NOT_YOUR_TURN');
  if (waitsFor === 'PAYMENT') return taken(standing, {});
  return waitsFor === 'LETTER'
    ? taken(standing, { state: 'LETTER_ISSUED', waitsFor: 'PAYMENT' })
    : refused('NOT_NOW');
}

const HANDS_OVER: ReadonlySet<Role> = new Set<Role>(['MANAGER', 'ADMIN', 'SUPER_ADMIN']);

function activate(standing: SettlementStanding, actor: SettlementActor): SettlementOutcome {
  if (!HANDS_OVER.has(actor.role) && !standing.agentIds.includes(actor.userId))
    return refused('NOT_YOUR_TURN');
  return standing.state === 'LETTER_ISSUED'
    ? taken(standing, { state: 'ACTIVE' })
    : refused('NOT_NOW');
}

/** Reminds the client of what waits for it: the agency only. */
function nudge(standing: SettlementStanding, actor: SettlementActor): SettlementOutcome {
  const level = levelOf(actor.role);
  if (level !== 'MANAGER' && level !== 'ADMIN') return refused('NOT_YOUR_TURN');
  const waits: readonly (SettlementWait | null)[] = ['CLIENT', 'CLIENT_HEAD', 'LETTER'];
  return waits.includes(standing.waitsFor) ? taken(standing, {}) : refused('NOT_NOW');
}

/** Steps that a person can make. */
export const SETTLEMENT_STEPS = [
  'APPROVE',
  'COUNTER',
  'REJECT',
  'WITHDRAW',
  'ISSUE_LETTER',
  'ACTIVATE',
  'NUDGE',
] as const satisfies readonly SettlementAction[];

/** A step that a person asks for; a counter has terms. */
export interface SettlementAsk {
  readonly action: (typeof SETTLEMENT_STEPS)[number];
  readonly terms?: Pick<SettlementTerms, 'offeredAmount'> | undefined;
}

/** What comes of a step that a person asks for. Pure: the same question has the same answer. */
export function settlementStep(
  authority: Authority,
  standing: SettlementStanding,
  actor: SettlementActor,
  { action, terms }: SettlementAsk,
): SettlementOutcome {
  switch (action) {
    case 'APPROVE':
      return approve(authority, standing, actor);
    case 'COUNTER':
      return counter(authority, standing, actor, terms);
    case 'REJECT':
      return reject(standing, actor);
    case 'WITHDRAW':
      return withdraw(standing, actor);
    case 'ISSUE_LETTER':
      return issueLetter(standing, actor);
    case 'ACTIVATE':
      return activate(standing, actor);
    case 'NUDGE':
      return nudge(standing, actor);
  }
}

/** Everything that a person may do now. */
export function stepsOf(
  authority: Authority,
  standing: SettlementStanding,
  actor: SettlementActor,
): SettlementAsk['action'][] {
  const terms = { offeredAmount: standing.offeredAmount };
  return SETTLEMENT_STEPS.filter(
    (action) => settlementStep(authority, standing, actor, { action, terms }).step !== null,
  );
}
