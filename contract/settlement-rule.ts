import { z } from 'zod';
import { callsOf } from './call.ts';
import { says } from './errors.ts';
import { printedTextSchema } from './printed-text.ts';
import { ADMINS } from './roles.ts';
import { leastAmount, needsHead } from './settlement-authority.ts';
import type { Authority, OfferedLoan, SettlementLevel } from './settlement-authority.ts';
import type { SettlementLimits } from './settlement.ts';
import { LETTER_LANGUAGES } from './settlement.ts';
import {
  dayInputSchema,
  daySchema,
  idSchema,
  instantSchema,
  rupeesSchema,
  textSchema,
} from './values.ts';

/** Up to which waiver a manager may approve where nothing else was said, percent. */
export const MANAGER_PERCENT = 15;

const percentSchema = z.int(says('not-whole')).min(0).max(100);

const limitAmount = rupeesSchema.min(0).nullable();

/** Up to which waiver each level may approve, percent of the due and rupees (null: no bound); the stricter holds. */
const limitsShape = {
  managerPercent: percentSchema,
  managerAmount: limitAmount,
  adminPercent: percentSchema,
  adminAmount: limitAmount,
  clientPercent: percentSchema,
  clientAmount: limitAmount,
  /** Waivers up to it the agency approves without the client. */
  delegatedAmount: rupeesSchema.min(0),
};

/** Limits of their own for a part of a client's loans: of a portfolio, a product, a bucket, or what is all that is named. */
const settlementPartSchema = z.object({
  _id: idSchema,
  portfolioId: idSchema.nullable(),
  Portfolio: z.string().nullable(),
  /** What of the client's loans the portfolio has; empty: any. */
  portfolioProducts: z.array(z.string()),
  portfolioBuckets: z.array(z.string()),
  Product: z.string().nullable(),
  Bucket: z.string().nullable(),
  ...limitsShape,
  revision: z.int(),
  updatedAt: instantSchema,
});

/** Limits of their own for a part of a client's loans. */
export type SettlementPart = z.infer<typeof settlementPartSchema>;

const matrixShape = {
  Client_Name: z.string(),
  ...limitsShape,
  /** Where several fit a loan, the one that names the most holds. */
  parts: z.array(settlementPartSchema),
  validDays: z.int(),
  isRbi: z.boolean(),
  /** Under the RBI's framework: loans of this amount on were sanctioned by the client's own level; null: none were. */
  sanctionAmount: limitAmount,
};

/** Who may approve what of a client's loans, as a device keeps it for when there is no network. */
const settlementMatrixSchema = z.object(matrixShape);

/** Who may approve what of a client's loans. */
export type SettlementMatrix = z.infer<typeof settlementMatrixSchema>;

/**
 * What a client says in its letters: who signs, the words above the terms (null: ours), a clause below them. Those in Hindi
 * are of the draft in Hindi; without them it has the others, and our own opening in Hindi.
 */
const letterShape = {
  letterSignatory: z.string().nullable(),
  letterOpening: z.string().nullable(),
  letterClause: z.string().nullable(),
  letterSignatoryHi: z.string().nullable(),
  letterOpeningHi: z.string().nullable(),
  letterClauseHi: z.string().nullable(),
};

/** A client's matrix and its other rules. */
const settlementRuleSchema = z.object({
  clientId: idSchema,
  ...matrixShape,
  graceDays: z.int(),
  coolingMonths: z.int(),
  /** Drafts of letters are offered in these; none: the client writes its own. */
  letterLanguages: z.array(z.enum(LETTER_LANGUAGES)),
  ...letterShape,
  /** Counts up with every change; 0: nobody changed it yet. */
  revision: z.int(),
  updatedAt: instantSchema.nullable(),
});

/** A client's rules for settlements. */
export type SettlementRule = z.infer<typeof settlementRuleSchema>;

/** A client's rules as a person changes them. */
export const settlementRuleInputSchema = settlementRuleSchema
  .omit({ clientId: true, Client_Name: true, updatedAt: true, parts: true })
  .extend({
    sanctionAmount: limitAmount.default(null),
    /** Days after the agreed one in which money still counts. */
    graceDays: z.int().min(0).max(30),
    /** An offer is valid for at most so many days. */
    validDays: z.int().min(1).max(365),
    coolingMonths: z.int().min(0).max(60),
    letterLanguages: z
      .array(z.enum(LETTER_LANGUAGES))
      .max(2)
      .default([...LETTER_LANGUAGES]),
    letterSignatory: printedTextSchema(120).nullable().default(null),
    letterOpening: printedTextSchema(1000).nullable().default(null),
    letterClause: printedTextSchema(1000).nullable().default(null),
    letterSignatoryHi: printedTextSchema(120).nullable().default(null),
    letterOpeningHi: printedTextSchema(1000).nullable().default(null),
    letterClauseHi: printedTextSchema(1000).nullable().default(null),
  });

/** A name, null when nothing was typed. */
const namedSchema = (most: number) =>
  textSchema(most)
    .transform((text) => (text === '' ? null : text))
    .nullable();

/** The limits of a part as a person changes them; revision 0: a new one. */
export const settlementPartInputSchema = z
  .object({
    portfolioId: idSchema.nullable(),
    Product: namedSchema(100),
    Bucket: namedSchema(60),
    ...limitsShape,
    revision: z.int().min(0),
  })
  .refine(
    ({ portfolioId, Product, Bucket }) => (portfolioId ?? Product ?? Bucket) !== null,
    Object.assign(says('not-chosen'), { path: ['Product'] }),
  );

type Limits = Pick<SettlementPart, keyof typeof limitsShape>;

/** What of a client's rules the limits of one loan follow from. */
export interface MatrixOfClient extends Limits {
  readonly parts: readonly SettlementPart[];
  readonly isRbi: boolean;
  readonly sanctionAmount: number | null;
}

/** What of a loan its limits follow from. */
export interface RuledLoan {
  readonly Product: string | null;
  readonly Bucket: string | null;
}

const isSame = (named: string, told: string | null): boolean =>
  told !== null && named.trim().toLowerCase() === told.trim().toLowerCase();

const isAmong = (named: readonly string[], told: string | null): boolean =>
  named.length === 0 || named.some((one) => isSame(one, told));

const fits = (part: SettlementPart, { Product, Bucket }: RuledLoan): boolean =>
  (part.Product === null || isSame(part.Product, Product)) &&
  (part.Bucket === null || isSame(part.Bucket, Bucket)) &&
  isAmong(part.portfolioProducts, Product) &&
  isAmong(part.portfolioBuckets, Bucket);

/** How much a part names; of as much, the portfolio counts more than the product, that more than the bucket. */
const weightOf = ({ portfolioId, Product, Bucket }: SettlementPart): number => {
  const named = [portfolioId, Product, Bucket].map((one) => (one === null ? 0 : 1));
  const [portfolio = 0, product = 0, bucket = 0] = named;
  return (portfolio + product + bucket) * 8 + portfolio * 4 + product * 2 + bucket;
};

/** The part that holds for a loan, null: none. Of two that name as much (overlapping portfolios), the stricter for managers. */
export function partOf(parts: readonly SettlementPart[], loan: RuledLoan): SettlementPart | null {
  const fitting = parts.filter((part) => fits(part, loan));
  fitting.sort(
    (one, other) =>
      weightOf(other) - weightOf(one) ||
      one.managerPercent - other.managerPercent ||
      one._id.localeCompare(other._id),
  );
  return fitting[0] ?? null;
}

/** A client's matrix for a loan. */
export function authorityFor(matrix: MatrixOfClient, loan: RuledLoan): Authority {
  const limits: Limits = partOf(matrix.parts, loan) ?? matrix;
  return {
    manager: { percent: limits.managerPercent, amount: limits.managerAmount },
    admin: { percent: limits.adminPercent, amount: limits.adminAmount },
    client: { percent: limits.clientPercent, amount: limits.clientAmount },
    delegatedAmount: limits.delegatedAmount,
    isRbi: matrix.isRbi,
    sanctionAmount: matrix.sanctionAmount,
  };
}

const SHOWN: readonly SettlementLevel[] = ['MANAGER', 'ADMIN', 'CLIENT', 'CLIENT_HEAD'];

/** The least that each level can approve of a loan's due; without the client's own level where only its head may. */
export const limitsOf = (authority: Authority, loan: OfferedLoan): SettlementLimits['limits'] =>
  SHOWN.filter((level) => level !== 'CLIENT' || !needsHead(authority, loan)).map((level) => ({
    level,
    leastAmount: leastAmount(authority, level, loan.dueAmount),
  }));

/** What came of settlements decided in a quarter or a range of days, by who approved them. */
const reportRowSchema = z.object({
  Client_Name: z.string(),
  Approved_By: z.string(),
  level: z.string(),
  /** Of these: paid over more than three months. */
  count: z.int(),
  restructuringCount: z.int(),
  dueAmount: rupeesSchema,
  offeredAmount: rupeesSchema,
  waiverAmount: rupeesSchema,
  paidAmount: rupeesSchema,
  fulfilledCount: z.int(),
  brokenCount: z.int(),
});

/** One approver's settlements in the report. */
export type SettlementReportRow = z.infer<typeof reportRowSchema>;

const setters = [...ADMINS, 'CLIENT_ADMIN'] as const;
const partPath = '/settlement-rules/:clientId/parts/:partId';
const partParams = z.object({ clientId: idSchema, partId: idSchema });

/** Clients' rules for settlements, and what came of them (ours). */
export const settlementRuleCalls = callsOf('settlements', {
  listSettlementRules: {
    method: 'GET',
    path: '/settlement-rules',
    summary: 'Who may approve which waiver, client by client.',
    roles: setters,
    answer: z.object({ data: z.array(settlementRuleSchema) }),
  },
  changeSettlementRule: {
    isDoneOnce: true,
    method: 'PUT',
    path: '/settlement-rules/:clientId',
    summary: "Change a client's matrix. Settlements that wait keep waiting for whom they wait.",
    roles: setters,
    params: z.object({ clientId: idSchema }),
    body: settlementRuleInputSchema,
    answer: settlementRuleSchema,
  },
  changeSettlementPart: {
    isDoneOnce: true,
    method: 'PUT',
    path: partPath,
    summary:
      'Limits of their own for a portfolio, product or bucket; a new `partId` with revision 0 adds them. 409 SAME_PART when others have them.',
    roles: setters,
    params: partParams,
    body: settlementPartInputSchema,
    answer: settlementRuleSchema,
  },
  removeSettlementPart: {
    method: 'DELETE',
    path: partPath,
    summary: 'Take back the limits of a part: the others that fit its loans hold again.',
    roles: setters,
    params: partParams,
    answer: settlementRuleSchema,
  },
  listSettlementMatrix: {
    method: 'GET',
    path: '/settlement/matrix',
    summary: "Who may approve which waiver of the caller's clients: kept on phones.",
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    answer: z.object({ data: z.array(settlementMatrixSchema) }),
  },
  reportSettlements: {
    method: 'GET',
    path: '/settlement/report',
    summary:
      'Settlements approved in a range of days, by client and approver, with waiver and recovery.',
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'CUSTOMER', 'CLIENT_ADMIN'],
    query: z.object({
      gte: dayInputSchema.optional(),
      lte: dayInputSchema.optional(),
      clientName: textSchema(200).optional(),
    }),
    answer: z.object({ data: z.array(reportRowSchema), from: daySchema, to: daySchema }),
  },
});
