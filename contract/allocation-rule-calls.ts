import { z } from 'zod';
import { agentSkillSchema, skillInputSchema, skillPasteAnswerSchema } from './agent-skill.ts';
import {
  dryRunSchema,
  loanExplanationSchema,
  ruleChoicesSchema,
  ruleLoanSchema,
  ruleSheetAnswerSchema,
  sortedLoanSchema,
  sortingRuleSchema,
} from './allocation-rule-answers.ts';
import {
  allocationRuleSchema,
  kindSchema,
  ruleInputSchema,
  ruleVersionSchema,
  sortingKeysSchema,
} from './allocation-rule.ts';
import { callsOf } from './call.ts';
import { pageOf, pageQueryFields } from './paging.ts';
import { ADMINS } from './roles.ts';
import { idSchema, queryIntSchema, seenRevisionSchema, textSchema } from './values.ts';

const admins = { roles: ADMINS } as const;

/** A sheet of rules: most bytes. A list of 20,000 pincodes is 140 kB. */
export const RULE_SHEET_BYTES = 5_000_000;

/** All rules as they are after a change, and the version that they are. */
const ruleSet = z.object({ data: z.array(allocationRuleSchema), version: z.int() });
const byId = z.object({ id: idSchema });
/** What the caller saw: when the rules have moved on the call answers 409 STALE_RULES. */
const seenVersion = z.int().min(0);
const revision = z.int().min(1);
const lender = idSchema.nullable();

/** Several lists of 20,000 pincodes. */
const largeRule = 3_000_000;

/**
 * Rules that say whom loans go to, in which order loans are given out, and what agents can take. Each change of the rules
 * is a new version of them all. A change on an older `revision` or `version` answers 409.
 */
export const allocationRuleCalls = callsOf('allocation-rules', {
  listAllocationRules: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules',
    summary: 'All rules in the order in which they are tried.',
    answer: ruleSet,
  },
  readRuleChoices: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/choices',
    summary: "What a rule can name: lenders, people, the lenders' own columns, result codes.",
    answer: ruleChoicesSchema,
  },
  addAllocationRule: {
    ...admins,
    method: 'POST',
    path: '/allocation-rules',
    summary: 'Make a rule; it is tried last.',
    body: ruleInputSchema,
    bodyLimit: largeRule,
    answer: ruleSet.extend({ _id: idSchema }),
  },
  orderAllocationRules: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/allocation-rules/order',
    summary: 'Put the rules into another order; all of them are named.',
    body: z.object({ version: seenVersion, ids: z.array(idSchema).max(1000) }),
    answer: ruleSet,
  },
  changeAllocationRule: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/allocation-rules/:id',
    summary: 'Change what a rule says.',
    params: byId,
    body: ruleInputSchema.extend({ revision }),
    bodyLimit: largeRule,
    answer: ruleSet,
  },
  setAllocationRuleActive: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/allocation-rules/:id/active',
    summary: 'Put a rule out of force or into it.',
    params: byId,
    body: z.object({ isActive: z.boolean(), revision }),
    answer: ruleSet,
  },
  removeAllocationRule: {
    ...admins,
    method: 'DELETE',
    path: '/allocation-rules/:id',
    summary: 'Delete a rule; earlier versions keep it.',
    params: byId,
    query: z.object({ revision: queryIntSchema(1, 1_000_000_000) }),
    answer: ruleSet,
  },
  listRuleVersions: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/versions',
    summary: 'The versions of the rules, the newest first, with what changed.',
    query: z.object(pageQueryFields),
    answer: pageOf(ruleVersionSchema),
  },
  readRuleVersion: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/versions/:version',
    summary: 'The rules as they stood in a version.',
    params: z.object({ version: queryIntSchema(1, 1_000_000_000) }),
    answer: z.object({ data: ruleVersionSchema.extend({ rules: z.array(allocationRuleSchema) }) }),
  },
  restoreRuleVersion: {
    ...admins,
    method: 'POST',
    path: '/allocation-rules/versions/:version/restore',
    summary: 'Bring the rules of a version back, as a new version.',
    params: z.object({ version: queryIntSchema(1, 1_000_000_000) }),
    body: z.object({ version: seenVersion }),
    answer: ruleSet,
  },
  uploadAllocationRules: {
    ...admins,
    section: '7.5',
    method: 'POST',
    path: '/loans/allocation-rule/upload',
    summary: 'Check a sheet of rules (isTrial), or put its rules in the place of all present ones.',
    bodyKind: 'multipart',
    body: z.object({
      isTrial: z.enum(['true', 'false']).default('true'),
      /** The version that the sheet is to follow; left out: whatever it is. */
      version: z.int().min(0).max(1_000_000_000).optional(),
    }),
    files: { file: 1 },
    bodyLimit: RULE_SHEET_BYTES,
    answer: ruleSheetAnswerSchema,
  },
  downloadAllocationRules: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/sheet',
    summary: 'The rules as a sheet (XLSX) that can be uploaded again.',
    answer: z.unknown(),
    answerKind: 'file',
  },
  countRuleLoans: {
    ...admins,
    isDoneOnce: false,
    method: 'POST',
    path: '/allocation-rules/count',
    summary:
      'How many active loans fit conditions, whatever the other rules take, and who is there for them.',
    body: ruleInputSchema.pick({ lenderId: true, spec: true }),
    bodyLimit: largeRule,
    answer: z.object({
      loanCount: z.int(),
      dueAmount: z.number(),
      /** Those that nobody of the rule's kind has. */
      freeCount: z.int(),
      agentCount: z.int(),
    }),
  },
  dryRunRules: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/dry-run',
    summary:
      'How many active loans and rupees each rule in force would take in the present order, and none would.',
    answer: dryRunSchema,
  },
  listRuleLoans: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/loans',
    summary:
      'The active loans that a rule takes now in the present order; without a rule those that none takes.',
    query: z.object({
      ...pageQueryFields,
      ruleId: idSchema.optional(),
      /** Without a rule: which kind of rules. */
      kind: kindSchema.default('COLLECTOR'),
      /** `yes`: only those that nobody of the rule's kind has. */
      free: z.enum(['yes', 'no']).default('no'),
      search: textSchema(200).optional(),
    }),
    answer: pageOf(ruleLoanSchema),
  },
  explainLoan: {
    ...admins,
    method: 'GET',
    path: '/allocation-rules/why',
    summary:
      'Why a loan goes where it goes: each rule, each condition, whether it holds. One entry per lender with the number.',
    query: z.object({ Loan_ID: textSchema(60).min(1) }),
    answer: z.object({ data: z.array(loanExplanationSchema) }),
  },
  listSortingRules: {
    ...admins,
    method: 'GET',
    path: '/sorting-rules',
    summary: 'Which loans are given out first: per lender, and for all the others.',
    answer: z.object({ data: z.array(sortingRuleSchema) }),
  },
  saveSortingRule: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/sorting-rules',
    summary:
      "Set a lender's order (null: of all the others); without keys its own order is given up.",
    body: z.object({ lenderId: lender, keys: sortingKeysSchema, revision: seenRevisionSchema }),
    answer: z.object({ data: z.array(sortingRuleSchema) }),
  },
  previewSorting: {
    ...admins,
    isDoneOnce: false,
    method: 'POST',
    path: '/sorting-rules/preview',
    summary: 'The first ten active loans that would be given out in an order.',
    body: z.object({ lenderId: lender, keys: sortingKeysSchema }),
    answer: z.object({ data: z.array(sortedLoanSchema) }),
  },
  listAgentSkills: {
    ...admins,
    method: 'GET',
    path: '/agent-skills',
    summary: 'What agents can take: languages, products, pincodes, most loans at a time.',
    query: z.object({
      ...pageQueryFields,
      search: textSchema(200).optional(),
      kind: kindSchema.optional(),
    }),
    answer: pageOf(agentSkillSchema),
  },
  saveAgentSkills: {
    ...admins,
    isDoneOnce: true,
    method: 'PUT',
    path: '/agent-skills/:id',
    summary: 'Set what an agent can take.',
    params: byId,
    body: skillInputSchema,
    answer: z.object({ data: agentSkillSchema }),
  },
  pasteAgentSkills: {
    ...admins,
    isDoneOnce: false,
    method: 'POST',
    path: '/agent-skills/paste',
    summary: 'Check rows copied from a spreadsheet (isTrial), or set what their agents can take.',
    body: z.object({ text: z.string().max(900_000), isTrial: z.boolean() }),
    answer: skillPasteAnswerSchema,
  },
});
