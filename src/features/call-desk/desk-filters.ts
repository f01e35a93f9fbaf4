import type { FilterField } from '../../components/filter-control.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { choices } from '../../components/filter-control.tsx';
import { givenFilters, sortText } from '../../components/given-filters.ts';
import type { UrlFilters } from '../../components/use-url-filters.ts';
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

/** Filters, page and sort of the active loans in the address. */
export type DeskUrl = UrlFilters<typeof DESK_FILTERS>;

/** The list that the address stands for. */
export function deskQueryOf(url: Pick<DeskUrl, 'values' | 'sort' | 'page'>): DeskQuery {
  return {
    ...givenFilters<typeof DESK_FILTERS>(url.values),
    ...sortText(url.sort),
    page: url.page,
    pageSize: DESK_PAGE_SIZE,
  };
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
        { value: 'NONE', label: t('callDesk.neverWorked') },
        ...codes.map(({ code, label }) => ({
          value: code,
          label: dispositionWords(t, code, label),
        })),
      ],
    },
    { kind: 'dayRange', fromKey: 'gte', toKey: 'lte', label: t('callDesk.workedOn') },
    { kind: 'amountRange', minKey: 'minDue', maxKey: 'maxDue', label: t('loans.amount') },
  ];
}
