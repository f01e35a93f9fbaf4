import type { Role } from './roles.ts';
import type { SettlementWait } from './settlement.ts';

/* Who may approve which terms: levels, their limits, and whose turn they make it. What comes of a step: settlement-machine.ts. */

/** Up to which waiver a level may approve: of the due and in rupees, the stricter holds; null: no bound in rupees. */
export interface WaiverLimit {
  readonly percent: number;
  readonly amount: number | null;
}

/** A client's matrix for a loan. */
export interface Authority {
  readonly manager: WaiverLimit;
  readonly admin: WaiverLimit;
  readonly client: WaiverLimit;
  /** Waivers up to it the agency approves without the client. */
  readonly delegatedAmount: number;
  /** The RBI's framework for compromise settlements is switched on. */
  readonly isRbi: boolean;
  /** Under it: loans of this amount on were sanctioned by the client's own level, so a higher one decides; null: none. */
  readonly sanctionAmount: number | null;
}

const LEVELS = ['MANAGER', 'ADMIN', 'CLIENT', 'CLIENT_HEAD'] as const;

/** A level that can approve, the lowest first. */
export type SettlementLevel = (typeof LEVELS)[number];

/** Whether a word names a level. */
export const isLevel = (word: string | null): word is SettlementLevel =>
  LEVELS.some((level) => level === word);

/** How high a level stands. */
export const rankOf = (level: SettlementLevel): number => LEVELS.indexOf(level);

const LEVEL_OF_ROLE: Readonly<Partial<Record<Role, SettlementLevel>>> = {
  MANAGER: 'MANAGER',
  ADMIN: 'ADMIN',
  SUPER_ADMIN: 'ADMIN',
  CUSTOMER: 'CLIENT',
  CLIENT_ADMIN: 'CLIENT_HEAD',
};

/** The level of a role; null: it approves nothing. */
export const levelOf = (role: Role): SettlementLevel | null => LEVEL_OF_ROLE[role] ?? null;

/** Whether a level is of the client. */
export const isClientLevel = (level: SettlementLevel): boolean => rankOf(level) >= rankOf('CLIENT');

/** What terms cost. */
export interface Loss {
  readonly dueAmount: number;
  readonly offeredAmount: number;
}

/** Whether terms lie within a limit. */
export function isWithin(limit: WaiverLimit, { dueAmount, offeredAmount }: Loss): boolean {
  const waiver = Math.max(dueAmount - offeredAmount, 0);
  if (limit.amount !== null && waiver > limit.amount) return false;
  return waiver * 100 <= limit.percent * dueAmount;
}

const NO_LIMIT: WaiverLimit = { percent: 100, amount: null };

/** The limit of a level; the client's highest has none. */
export function limitOf(authority: Authority, level: SettlementLevel): WaiverLimit {
  if (level === 'MANAGER') return authority.manager;
  if (level === 'ADMIN') return authority.admin;
  return level === 'CLIENT' ? authority.client : NO_LIMIT;
}

/** The least that a level can approve of a due, whole rupees. */
export function leastAmount(authority: Authority, level: SettlementLevel, due: number): number {
  const { percent, amount } = limitOf(authority, level);
  const byPercent = due - Math.floor((due * percent) / 100);
  return Math.max(1, byPercent, amount === null ? 0 : due - amount);
}

/** What of a loan says which level of its client decides. */
export interface OfferedLoan {
  readonly dueAmount: number;
  readonly isFlagged: boolean;
  /** What was lent; null: not told. */
  readonly loanAmount: number | null;
}

/** Terms with what decides about them. */
export type Offered = Loss & OfferedLoan;

/**
 * The RBI's framework: fraud and wilful default need the highest level; so does what the client's own level sanctioned. Of a
 * loan whose amount nobody told, at least what is due was lent.
 */
export function needsHead({ isRbi, sanctionAmount }: Authority, offered: OfferedLoan): boolean {
  if (!isRbi) return false;
  const lent = offered.loanAmount ?? offered.dueAmount;
  return offered.isFlagged || (sanctionAmount !== null && lent >= sanctionAmount);
}

/** Who of the client decides about terms. */
export function clientStage(authority: Authority, standing: Offered): 'CLIENT' | 'CLIENT_HEAD' {
  if (needsHead(authority, standing)) return 'CLIENT_HEAD';
  return isWithin(authority.client, standing) ? 'CLIENT' : 'CLIENT_HEAD';
}

/** Who decides first about terms made at a level: the lowest level above it whose limit holds them, else the client. */
export function firstStage(
  authority: Authority,
  standing: Offered,
  maker: SettlementLevel | null,
): SettlementWait {
  const above = (['MANAGER', 'ADMIN'] as const).find(
    (level) =>
      (maker === null || rankOf(level) > rankOf(maker)) &&
      isWithin(limitOf(authority, level), standing),
  );
  return above ?? clientStage(authority, standing);
}
