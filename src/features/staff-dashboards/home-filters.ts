import type { FilterField } from '../../components/filter-control.tsx';
import { choices, choiceField } from '../../components/filter-control.tsx';
import { givenFilters } from '../../components/given-filters.ts';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useBoardClients, useTargets } from './staff-dashboard-queries.ts';

/** The filters of `/home` as the address holds them: figures and charts by days, tables by what is due. */
export const HOME_FILTERS = {
  clientName: 'list',
  collectorId: 'text',
  gte: 'day',
  lte: 'day',
  dueFrom: 'day',
  dueTo: 'day',
} as const;

/** Filters and page of `/home` in the address. */
export type HomeUrl = UrlFilters<typeof HOME_FILTERS>;

/** Whose loans of which lenders the address asks for. */
export function whoseOf({ values }: Pick<HomeUrl, 'values'>) {
  const { clientName, collectorId } = givenFilters<typeof HOME_FILTERS>(values);
  return {
    ...(clientName !== undefined && { clientName }),
    ...(collectorId !== undefined && { collectorId }),
  };
}

/** The days of figures and charts that the address asks for. */
export function daysOf({ values }: Pick<HomeUrl, 'values'>) {
  const { gte, lte } = givenFilters<typeof HOME_FILTERS>(values);
  return { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
}

/** The filter bar's fields; a collector has nobody to choose from. */
export function useHomeFields(isManager: boolean): FilterField[] {
  const t = useText();
  const clients = useBoardClients(isManager).data ?? [];
  const people = useTargets(isManager ? { by: 'person' } : { by: 'day' }).data;
  const fields: FilterField[] = [
    {
      kind: 'multi',
      key: 'clientName',
      label: t('words.client'),
      options: choices(clients),
    },
    {
      kind: 'dayRange',
      fromKey: 'gte',
      toKey: 'lte',
      label: t('words.days'),
    },
    {
      kind: 'dayRange',
      fromKey: 'dueFrom',
      toKey: 'dueTo',
      label: t('staffBoards.dueRange'),
    },
  ];
  if (!isManager) return fields;
  return [
    choiceField(
      'collectorId',
      t('words.person'),
      (people?.achievement ?? []).map(({ key, name }) => ({ value: key, label: name })),
    ),
    ...fields,
  ];
}
