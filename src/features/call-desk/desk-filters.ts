import { loanCalls } from '../../../contract/loan-calls.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { choices } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { useLoanValues } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DESK_PAGE_SIZE, useCallCodes } from './call-desk-queries.ts';
import type { DeskQuery } from './call-desk-queries.ts';

/** The filters of the active loans as the address holds them; named like the call's (spec 7.5). */
export const DESK_FILTERS = {
  search: 'text',
  clientsName: 'list',
  bucket: 'list',
  disposition: 'list',
  gte: 'day',
  lte: 'day',
  minDue: 'amount',
  maxDue: 'amount',
} as const;

/** The list that the address stands for: its state, and what is asked for. */
export function useDeskList() {
  const state = useListState(loanCalls.listActiveLoans.query, DESK_FILTERS);
  const query: DeskQuery = { ...state.asked, pageSize: DESK_PAGE_SIZE };
  return { state: { ...state, pageSize: DESK_PAGE_SIZE }, query };
}

/** The filter bar's fields with what they offer. */
export function useDeskFilterFields(): FilterField[] {
  const t = useText();
  const values = useLoanValues().data;
  const codes = useCallCodes().data ?? [];
  return [
    {
      kind: 'multi',
      key: 'clientsName',
      label: t('loanFields.Client_Name'),
      options: choices(values?.clients ?? []),
    },
    {
      kind: 'multi',
      key: 'bucket',
      label: t('loanFields.Bucket'),
      options: choices(values?.buckets ?? []),
    },
    {
      kind: 'multi',
      key: 'disposition',
      label: t('loanFields.disposition'),
      options: [
        { value: 'NONE', label: t('words.neverWorked') },
        ...codes.map(({ code, label }) => ({
          value: code,
          label: dispositionWords(t, code, label),
        })),
      ],
    },
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('callDesk.workedOn') },
    { kind: 'amountRange', minKey: 'minDue', maxKey: 'maxDue', label: t('words.totalDue') },
  ];
}
