import { allocationRuleCalls as calls } from '../../../contract/allocation-rule-calls.ts';
import type { RuleInput } from '../../../contract/allocation-rule.ts';
import type { QueryOf } from '../../../contract/call.ts';
import { useCallDownload, useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

/** A dry run reads all loans; a sheet may hold long lists. */
const timeoutMs = 150_000;
const FRESH_MS = 60_000;

/** Everything that follows from the rules. */
const changes = ['allocation-rules'] as const;

/** All rules in their order, with the version that they are. */
export function useRules() {
  return useCallQuery(calls.listAllocationRules, {});
}

/** What a rule can name. */
export function useRuleChoices() {
  return useCallQuery(calls.readRuleChoices, {}, { staleTime: FRESH_MS });
}

/** Stores a new rule (id null) or a changed one. */
export function useSaveRule() {
  return useCommand(
    async ({ id, revision, rule }: { id: string | null; revision: number; rule: RuleInput }) =>
      id === null
        ? server.call(calls.addAllocationRule, { body: rule })
        : server.call(calls.changeAllocationRule, { params: { id }, body: { ...rule, revision } }),
    { changes, readsAgain: 'done', isQuiet: true },
  );
}

/** What each rule would take; asked for once, and again only by `refetch`, whatever is changed meanwhile. */
export function useDryRun(enabled: boolean) {
  const kept = { staleTime: Number.POSITIVE_INFINITY, retry: false, isReadOnce: true };
  return useCallQuery(calls.dryRunRules, {}, { ...kept, enabled, timeoutMs });
}

/** How many loans fit a rule that is being written; nothing is asked for null. */
export function useRuleCount(rule: Pick<RuleInput, 'lenderId' | 'spec'> | null) {
  const { lenderId = null, spec } = rule ?? {};
  // Whom it goes to and how changes nothing of which loans fit, but for the kind and the people.
  const keyedBy = spec && [lenderId, spec.conditions, spec.kind, spec.assigneeIds];
  return useCallQuery(
    calls.countRuleLoans,
    spec === undefined ? null : { body: { lenderId, spec } },
    {
      keyedBy,
      keepsPrevious: true,
      staleTime: FRESH_MS,
      retry: false,
      timeoutMs,
    },
  );
}

/** A page of the loans that a rule takes. */
export function useRuleLoans(query: QueryOf<typeof calls.listRuleLoans>) {
  return useCallQuery(calls.listRuleLoans, { query }, { keepsPrevious: true, timeoutMs });
}

/** Why a loan goes where it goes; nothing is asked for null. */
export function useExplanation(number: string | null) {
  return useCallQuery(calls.explainLoan, number === null ? null : { query: { Loan_ID: number } }, {
    gcTime: 0,
    retry: false,
    timeoutMs,
    select: (answer) => answer.data,
  });
}

/** Checks a sheet of rules, or puts its rules in the place of all present ones. */
export function useUploadRules() {
  return useCommand(
    ({ file, isTrial, version }: { file: File; isTrial: boolean; version: number }) =>
      server.call(
        calls.uploadAllocationRules,
        { body: { isTrial: isTrial ? 'true' : 'false', version }, files: { file: [file] } },
        { timeoutMs },
      ),
    { changes, readsAgain: 'done' },
  );
}

/** Saves the present rules as a sheet. */
export function useDownloadRules() {
  return useCallDownload(calls.downloadAllocationRules, { timeoutMs });
}
