import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allocationRuleCalls as calls } from '../../../contract/allocation-rule-calls.ts';
import type { SkillInput } from '../../../contract/agent-skill.ts';
import type { RuleInput, SortingKey } from '../../../contract/allocation-rule.ts';
import type { CallInput } from '../../../contract/call.ts';
import { saveBlob } from '../../lib/download.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

const KEY = 'allocation-rules';
/** A dry run reads all loans; a sheet may hold long lists. */
const LONG_TIMEOUT_MS = 150_000;
const FRESH_MS = 60_000;

type Query<Name extends keyof typeof calls> = NonNullable<CallInput<(typeof calls)[Name]>['query']>;

/** All rules in their order, with the version that they are. */
export function useRules() {
  return useQuery({
    queryKey: [KEY, 'rules'],
    queryFn: ({ signal }) => server.call(calls.listAllocationRules, {}, { signal }),
  });
}

/** What a rule can name. */
export function useRuleChoices() {
  return useQuery({
    queryKey: [KEY, 'choices'],
    queryFn: ({ signal }) => server.call(calls.readRuleChoices, {}, { signal }),
    staleTime: FRESH_MS,
  });
}

/** After a change everything that follows from the rules is read anew; a dry run stays until it is asked for again. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === KEY && queryKey[1] !== 'dry-run',
    });
}

/** Stores a new rule (id null) or a changed one. */
export function useSaveRule() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({
      id,
      revision,
      rule,
    }: {
      id: string | null;
      revision: number;
      rule: RuleInput;
    }) =>
      id === null
        ? server.call(calls.addAllocationRule, { body: rule })
        : server.call(calls.changeAllocationRule, { params: { id }, body: { ...rule, revision } }),
    meta: { isQuiet: true },
    onSuccess: refresh,
  });
}

/** Puts the rules into another order. */
export function useOrderRules() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { version: number; ids: string[] }) =>
      server.call(calls.orderAllocationRules, { body }),
    onSettled: refresh,
  });
}

/** Puts a rule into force or out of it. */
export function useSetRuleActive() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string; isActive: boolean; revision: number }) =>
      server.call(calls.setAllocationRuleActive, { params: { id }, body }),
    onSettled: refresh,
  });
}

/** Deletes a rule. */
export function useRemoveRule() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      server.call(calls.removeAllocationRule, { params: { id }, query: { revision } }),
    onSettled: refresh,
  });
}

/** A page of the versions. */
export function useVersions(page: number) {
  return useQuery({
    queryKey: [KEY, 'versions', page],
    queryFn: ({ signal }) => server.call(calls.listRuleVersions, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The rules of a version. */
export function useVersion(version: number) {
  return useQuery({
    queryKey: [KEY, 'version', version],
    queryFn: ({ signal }) =>
      server.call(calls.readRuleVersion, { params: { version } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: (answer) => answer.data,
  });
}

/** Brings the rules of a version back. */
export function useRestoreVersion() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ version, seen }: { version: number; seen: number }) =>
      server.call(calls.restoreRuleVersion, { params: { version }, body: { version: seen } }),
    onSettled: refresh,
  });
}

/** What each rule would take; asked for once, and again only by `refetch`. */
export function useDryRun(isWanted: boolean) {
  return useQuery({
    queryKey: [KEY, 'dry-run'],
    queryFn: ({ signal }) =>
      server.call(calls.dryRunRules, {}, { signal, timeoutMs: LONG_TIMEOUT_MS }),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** How many loans fit a rule that is being written; nothing is asked for null. */
export function useRuleCount(rule: Pick<RuleInput, 'lenderId' | 'spec'> | null) {
  const { lenderId = null, spec } = rule ?? {};
  // Whom it goes to and how changes nothing of which loans fit, but for the kind and the people.
  const key = spec && [lenderId, spec.conditions, spec.kind, spec.assigneeIds];
  return useQuery({
    queryKey: [KEY, 'count', key],
    queryFn: async ({ signal }) => {
      if (spec === undefined) return null;
      return server.call(
        calls.countRuleLoans,
        { body: { lenderId, spec } },
        { signal, timeoutMs: LONG_TIMEOUT_MS },
      );
    },
    enabled: spec !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    retry: false,
    meta: { isQuiet: true },
  });
}

/** A page of the loans that a rule takes. */
export function useRuleLoans(query: Query<'listRuleLoans'>) {
  return useQuery({
    queryKey: [KEY, 'loans', query],
    queryFn: ({ signal }) =>
      server.call(calls.listRuleLoans, { query }, { signal, timeoutMs: LONG_TIMEOUT_MS }),
    placeholderData: keepPreviousData,
  });
}

/** Why a loan goes where it goes; nothing is asked for null. */
export function useExplanation(number: string | null) {
  return useQuery({
    queryKey: [KEY, 'why', number],
    queryFn: ({ signal }) =>
      server.call(
        calls.explainLoan,
        { query: { Loan_ID: number ?? '' } },
        { signal, timeoutMs: LONG_TIMEOUT_MS },
      ),
    enabled: number !== null,
    gcTime: 0,
    retry: false,
    select: (answer) => answer.data,
  });
}

/** Checks a sheet of rules, or puts its rules in the place of all present ones. */
export function useUploadRules() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ file, isTrial, version }: { file: File; isTrial: boolean; version: number }) =>
      server.call(
        calls.uploadAllocationRules,
        { body: { isTrial: isTrial ? 'true' : 'false', version }, files: { file: [file] } },
        { timeoutMs: LONG_TIMEOUT_MS },
      ),
    onSuccess: refresh,
  });
}

/** Saves the present rules as a sheet. */
export function useDownloadRules() {
  return useMutation({
    mutationFn: async () =>
      saveBlob(
        await server.download(calls.downloadAllocationRules, {}, { timeoutMs: LONG_TIMEOUT_MS }),
      ),
  });
}

/** Every lender's order. */
export function useSortingRules() {
  return useQuery({
    queryKey: [KEY, 'sorting'],
    queryFn: ({ signal }) => server.call(calls.listSortingRules, {}, { signal }),
    select: (answer) => answer.data,
  });
}

/** The first loans of an order. */
export function useSortingPreview(order: { lenderId: string | null; keys: SortingKey[] }) {
  return useQuery({
    queryKey: [KEY, 'sorting-preview', order],
    queryFn: ({ signal }) => server.call(calls.previewSorting, { body: order }, { signal }),
    placeholderData: keepPreviousData,
    select: (answer) => answer.data,
  });
}

/** Sets a lender's order. */
export function useSaveSorting() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { lenderId: string | null; keys: SortingKey[] }) =>
      server.call(calls.saveSortingRule, { body }),
    onSuccess: refresh,
  });
}

/** A page of what agents can take. */
export function useSkills(query: Query<'listAgentSkills'>) {
  return useQuery({
    queryKey: [KEY, 'skills', query],
    queryFn: ({ signal }) => server.call(calls.listAgentSkills, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Sets what an agent can take. */
export function useSaveSkills() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, skills }: { id: string; skills: SkillInput }) =>
      server.call(calls.saveAgentSkills, { params: { id }, body: skills }),
    onSuccess: refresh,
  });
}

/** Checks pasted rows, or sets what their agents can take. */
export function usePasteSkills() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { text: string; isTrial: boolean }) =>
      server.call(calls.pasteAgentSkills, { body }),
    onSuccess: refresh,
  });
}

/** Whether somebody else changed the rules since they were read. */
export function isStale(error: unknown): boolean {
  return (
    error instanceof RefusedError &&
    (error.code === 'STALE_REVISION' || error.code === 'STALE_RULES')
  );
}
