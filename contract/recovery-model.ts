import { z } from 'zod';
import { callsOf } from './call.ts';
import { MODEL_SIGNS, STAGES } from './prediction.ts';
import { ADMINS } from './roles.ts';
import { idSchema, instantSchema, rupeesSchema, textSchema } from './values.ts';

/** Where a model stands. TRIED: trained and tried; whether it is used is told apart. */
export const MODEL_STATES = ['WAITING', 'TRAINING', 'TRIED', 'FAILED'] as const;

/** Why there is no model, or why it is not used. */
export const MODEL_PROBLEMS = [
  /** No month lies after those it learns from. */
  'NO_LATER_MONTH',
  'TOO_LITTLE',
  /** All paid, or nobody did. */
  'ONE_CLASS',
  /** So good that it must know what came later. */
  'LEAK',
  /** Not better than the one in use, or than the basic predictor. */
  'NOT_BETTER',
  /** What is stored is no model of this version. */
  'BAD_MODEL',
  'FAILED',
] as const;

/** Why there is no model, or why it is not used. */
export type ModelProblem = (typeof MODEL_PROBLEMS)[number];

/** Where a scoring of all loans stands. */
export const SCORING_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;

/** A reason of a score: a sign, its value (days, rupees, a count or percent) and whether it raises the chance. */
const scoreReasonSchema = z.object({
  sign: z.enum(MODEL_SIGNS),
  value: z.number(),
  raises: z.boolean(),
});

/** What a loan is expected to bring within 30 days. */
export const loanScoreSchema = z.object({
  /** 0 to 1. */
  chance: z.number(),
  expectedAmount: rupeesSchema,
  /** The weightiest first, three at most. */
  reasons: z.array(scoreReasonSchema),
  scoredAt: instantSchema,
});

/** What a loan is expected to bring within 30 days. */
export type LoanScore = z.infer<typeof loanScoreSchema>;

/** When a borrower answers the telephone: `HH:mm`, within the hours of contact, and how many of so many calls. */
const bestTimeSchema = z.object({
  from: z.string(),
  to: z.string(),
  calls: z.int(),
  answered: z.int(),
});

/** When a borrower answers the telephone. */
export type BestTime = z.infer<typeof bestTimeSchema>;

const loanOutlookSchema = z.object({
  loanId: idSchema,
  /** Whole rupees within 30 days; null: no score, or the loan keeps the usual order. */
  expectedAmount: rupeesSchema.nullable(),
  /** Its client wants work in this order where nobody chose one. */
  isFirst: z.boolean(),
  bestTime: bestTimeSchema.nullable(),
});

/** What is known of a loan's next weeks by whoever plans a day. */
export type LoanOutlook = z.infer<typeof loanOutlookSchema>;

const figuresSchema = z.object({
  auc: z.number().nullable(),
  ks: z.number().nullable(),
  brier: z.number().nullable(),
  /** The greatest miss of a decile's mean chance, 0 to 1. */
  calibrationError: z.number().nullable(),
});

const capturedSchema = z.object({
  /** Null: all of them. */
  stage: z.enum(STAGES).nullable(),
  loans: z.int(),
  paidAmount: rupeesSchema,
  /** Share of the money that the first tenth of the loans brought, in this order. */
  model: z.number().nullable(),
  basic: z.number().nullable(),
  present: z.number().nullable(),
});

const driftSchema = z.object({
  /** `chance`: of the scores themselves. */
  sign: z.enum([...MODEL_SIGNS, 'chance']),
  /** Population stability index; from 0.25 on the model should be trained anew. */
  psi: z.number(),
});

const groupSchema = z.object({
  client: z.string(),
  /** The column that the client named, and its value. */
  column: z.string(),
  group: z.string(),
  loans: z.int(),
  /** Mean chance, and the share that paid. */
  expected: z.number(),
  paid: z.number(),
  auc: z.number().nullable(),
});

/** What is known of a model: all figures are of the latest month, from which it learned nothing. */
export const modelCardSchema = z.object({
  /** First days of the months, oldest first: learned from, calibrated on, tried on. */
  learnedFrom: z.array(z.string()),
  calibratedOn: z.string(),
  triedOn: z.string(),
  learned: z.int(),
  learnedPayers: z.int(),
  calibrated: z.int(),
  tried: z.int(),
  triedPayers: z.int(),
  calibration: z.enum(['ISOTONIC', 'PLATT']),
  trees: z.int(),
  /** Share of the loans that was looked at, 0 to 1. */
  sample: z.number(),
  seconds: z.number(),
  model: figuresSchema,
  basic: figuresSchema,
  /** The model that was in use when this one was tried. */
  champion: figuresSchema.nullable(),
  stages: z.array(
    figuresSchema.extend({
      stage: z.enum(STAGES),
      loans: z.int(),
      /** Mean chance, and the share that paid; cards of before have neither. */
      expected: z.number().optional(),
      paid: z.number().optional(),
    }),
  ),
  /** By deciles of the chance. */
  reliability: z.array(z.object({ expected: z.number(), paid: z.number(), loans: z.int() })),
  captured: z.array(capturedSchema),
  signs: z.array(z.object({ sign: z.enum(MODEL_SIGNS), share: z.number() })),
  /** Left out: each alone tells nearly all, which no honest sign does. */
  suspected: z.array(z.enum(MODEL_SIGNS)),
  expectedAmount: rupeesSchema,
  paidAmount: rupeesSchema,
  groups: z.array(groupSchema),
});

/** What is known of a model. */
export type ModelCard = z.infer<typeof modelCardSchema>;

const modelSchema = z.object({
  _id: idSchema,
  version: z.int(),
  state: z.enum(MODEL_STATES),
  isUsed: z.boolean(),
  problem: z.enum(MODEL_PROBLEMS).nullable(),
  card: modelCardSchema.nullable(),
  askedBy: z.string().nullable(),
  createdAt: instantSchema,
  finishedAt: instantSchema.nullable(),
});

/** A model of the advanced predictor. */
export type RecoveryModel = z.infer<typeof modelSchema>;

const scoringSchema = z.object({
  state: z.enum(SCORING_STATES),
  done: z.int(),
  total: z.int(),
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
  drift: z.array(driftSchema),
});

const stockSchema = z.object({
  stage: z.enum(STAGES),
  loans: z.int(),
  dueAmount: rupeesSchema,
  /** Of the scored ones. */
  scored: z.int(),
  chance: z.number().nullable(),
  expectedAmount: rupeesSchema.nullable(),
});

const clientSwitchSchema = z.object({
  clientId: idSchema,
  client: z.string(),
  /** False: its loans are neither scored nor learned from. */
  isUsed: z.boolean(),
  /** The column by whose values the model is checked; null: none. */
  groupColumn: z.string().nullable(),
  /** Its loans come by their chance to pay where nobody chose an order. */
  ordersWork: z.boolean(),
  /** Percent of its loans that keep the usual order meanwhile; 0: none. */
  controlShare: z.int(),
  /** Since when both orders are compared with this share; null: they are not. */
  experimentFrom: instantSchema.nullable(),
});

/** What a client chose. */
export type ClientSwitch = z.infer<typeof clientSwitchSchema>;

/** What is chosen for a client. */
export const clientSwitchBody = z.object({
  isUsed: z.boolean(),
  groupColumn: textSchema(120).nullable(),
  /** These two stay as they are where they are not given. */
  ordersWork: z.boolean().optional(),
  controlShare: z.int().min(0).max(100).optional(),
});

/** Why two orders can't be compared yet. */
const EXPERIMENT_PROBLEMS = [
  /** All loans come by chance, or none does. */
  'ONE_GROUP',
  /** Begun less than a week ago. */
  'TOO_SHORT',
  /** Too few loans of a group, or too few that paid or did not. */
  'TOO_FEW',
] as const;

const orderGroupSchema = z.object({
  loans: z.int(),
  payers: z.int(),
  paidAmount: rupeesSchema,
});

/** What loans ordered by their chance brought more than those in the usual order, with its 95 % interval. */
const differenceSchema = z.object({ value: z.number(), low: z.number(), high: z.number() });

const experimentSchema = z.object({
  clientId: idSchema,
  client: z.string(),
  controlShare: z.int(),
  from: instantSchema,
  byChance: orderGroupSchema,
  usual: orderGroupSchema,
  problem: z.enum(EXPERIMENT_PROBLEMS).nullable(),
  /** Share of the loans that paid, 0 to 1; null with a problem. */
  payers: differenceSchema.nullable(),
  /** Rupees per loan; null with a problem. */
  amount: differenceSchema.nullable(),
});

/** How the order by chance does against the usual one, at a client. */
export type OrderExperiment = z.infer<typeof experimentSchema>;

/** The advanced predictor's screen. */
export const recoveryInsightSchema = z.object({
  stock: z.array(stockSchema),
  scoring: scoringSchema.nullable(),
  /** For those who run the agency and its managers; null for others. */
  models: z.array(modelSchema).nullable(),
});

/** The advanced predictor's screen. */
export type RecoveryInsight = z.infer<typeof recoveryInsightSchema>;

const admin = { roles: ADMINS } as const;
const modelParams = z.object({ id: idSchema });

/** The advanced recovery predictor (ours; spec 2.2 has the screen). */
export const recoveryModelCalls = callsOf('predictions', {
  readRecoveryInsight: {
    method: 'GET',
    path: '/recovery/insight',
    roles: 'any',
    summary:
      'What the loans that the caller may see are expected to bring by their scores, and how far scoring is; the models for who runs the agency.',
    answer: recoveryInsightSchema,
  },
  trainRecoveryModel: {
    ...admin,
    method: 'POST',
    path: '/recovery/models',
    summary: 'Train a model on the own history, as a job. It is used when it is better.',
    answer: modelSchema,
  },
  chooseRecoveryModel: {
    ...admin,
    method: 'PUT',
    path: '/recovery/models/:id/use',
    summary: 'Use this model from now on; all loans are scored anew.',
    params: modelParams,
    answer: modelSchema,
  },
  exportModelCard: {
    method: 'GET',
    path: '/recovery/models/:id/card',
    roles: [...ADMINS, 'MANAGER'],
    summary: "A model's card as a file.",
    params: modelParams,
    query: z.object({ format: z.enum(['xlsx', 'json']).default('xlsx') }),
    answer: z.unknown(),
    answerKind: 'file',
  },
  scoreRecovery: {
    ...admin,
    method: 'POST',
    path: '/recovery/scores',
    summary: 'Score all loans now, as a job.',
    answer: scoringSchema,
  },
  readLoanScore: {
    method: 'GET',
    path: '/recovery/loans/:id',
    roles: [...ADMINS, 'MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    summary:
      'What a loan is expected to bring within 30 days, and why; null while it has no score. When its borrower answers; null while its calls do not tell.',
    params: modelParams,
    answer: z.object({
      score: loanScoreSchema.nullable(),
      bestTime: bestTimeSchema.nullable().default(null),
    }),
  },
  listLoanOutlooks: {
    method: 'GET',
    path: '/recovery/outlooks',
    roles: ['MANAGER', 'COLLECTOR', 'FIELD_AGENT'],
    summary:
      "What the caller's loans are expected to bring, and when their borrowers answer: phones keep it to order a day without a network.",
    answer: z.object({ data: z.array(loanOutlookSchema) }),
  },
  listPredictionSwitches: {
    ...admin,
    method: 'GET',
    path: '/recovery/clients',
    summary: 'For which clients the scores are used, and how.',
    answer: z.object({ data: z.array(clientSwitchSchema) }),
  },
  savePredictionSwitch: {
    ...admin,
    method: 'PUT',
    path: '/recovery/clients/:clientId',
    summary: "Say whether and how a client's loans are scored, and whether they are ordered by it.",
    params: z.object({ clientId: idSchema }),
    body: clientSwitchBody,
    answer: clientSwitchSchema,
  },
  listOrderExperiments: {
    ...admin,
    method: 'GET',
    path: '/recovery/experiments',
    summary:
      'What loans ordered by their chance to pay brought against those that kept the usual order, per client.',
    answer: z.object({ data: z.array(experimentSchema) }),
  },
});
