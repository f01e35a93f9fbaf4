import type { TFunction } from 'i18next';
import type { z } from 'zod';
import type { Assignee } from '../../../contract/allocation.ts';
import type { DispositionCode } from '../../../contract/disposition.ts';
import type { loanFilterSchema } from '../../../contract/loan-calls.ts';
import type { FilterField, FilterOption } from '../../components/filter-control.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { choices, peopleChoices, choiceField } from '../../components/filter-control.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { LOAN_STATUSES } from '../../../contract/loan.ts';
import { useAssignees, useDispositionCodes, useLoanValues } from '../../data/choices.ts';
import { mayWithLoans } from './loan-queries.ts';

/** The filters of a loan list as the address holds them. */
export const LOAN_FILTERS = {
  search: 'text',
  client: 'list',
  bucket: 'list',
  city: 'list',
  product: 'list',
  collectorId: 'list',
  fieldAgentId: 'list',
  managerId: 'list',
  disposition: 'list',
  allocated: ['yes', 'no'],
  minDue: 'amount',
  maxDue: 'amount',
  minDPD: 'amount',
  maxDPD: 'amount',
  batchNo: 'amount',
  status: 'list',
} as const;

/** A loan filter as calls take it. */
export type LoanFilterInput = z.input<typeof loanFilterSchema>;

const multi = (key: string, label: string, options: readonly FilterOption[]) => ({
  kind: 'multi' as const,
  key,
  label,
  options,
});

function peopleOptions(people: readonly Assignee[] | undefined, role: Assignee['role']) {
  return peopleChoices((people ?? []).filter((person) => person.role === role));
}

function codeOptions(codes: readonly DispositionCode[] | undefined, t: TFunction) {
  const known = (codes ?? []).map(({ code, label }) => ({
    value: code,
    label: dispositionWords(t, code, label),
  }));
  return [{ value: 'NONE', label: t('words.neverWorked') }, ...known];
}

/** Deleted loans are offered to those who can bring them back. */
function statusOptions(t: TFunction): FilterOption[] {
  return choices(
    LOAN_STATUSES.filter((status) => status !== 'DELETED' || mayWithLoans('seeDeleted')),
    (status) => t(`loanLife.${status}`),
  );
}

/** The filter bar's fields with what they offer; those without anything to choose are left out. */
export function useLoanFilterFields(): FilterField[] {
  const t = useText();
  const values = useLoanValues().data;
  const people = useAssignees().data;
  const codes = useDispositionCodes().data;
  const fields: FilterField[] = [
    multi('client', t('loanFields.Client_Name'), choices(values?.clients ?? [])),
    multi('bucket', t('loanFields.Bucket'), choices(values?.buckets ?? [])),
    multi('collectorId', t('loanFields.collectorName'), peopleOptions(people, 'COLLECTOR')),
    multi('disposition', t('loanFields.disposition'), codeOptions(codes, t)),
    multi('city', t('loanFields.City'), choices(values?.cities ?? [])),
    multi('product', t('loanFields.Product'), choices(values?.products ?? [])),
    multi('fieldAgentId', t('loanFields.fieldAgentName'), peopleOptions(people, 'FIELD_AGENT')),
    multi('managerId', t('loanFields.managerName'), peopleOptions(people, 'MANAGER')),
    multi('status', t('words.status'), statusOptions(t)),
    choiceField('allocated', t('loans.people'), [
      { value: 'yes', label: t('words.allocated') },
      { value: 'no', label: t('words.notAllocated') },
    ]),
    { kind: 'amountRange', minKey: 'minDue', maxKey: 'maxDue', label: t('words.totalDue') },
  ];
  return fields.filter((field) => !('options' in field) || field.options.length > 0);
}
