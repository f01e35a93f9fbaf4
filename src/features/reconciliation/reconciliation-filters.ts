import { RECONCILIATION_GROUPS, RECONCILIATION_KINDS } from '../../../contract/reconciliation.ts';
import type { ReconciliationGroup } from '../../../contract/reconciliation.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { choices, peopleChoices, choiceField } from '../../components/filter-control.tsx';
import type { FilterValues, UrlFilters } from '../../components/use-url-filters.ts';
import { useAssignees, useLenders } from '../../data/choices.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { DifferencesQuery, ItemsQuery, LinesQuery } from './reconciliation-queries.ts';

/** The screen's state as the address holds it. */
export const FILTERS = {
  gte: 'day',
  lte: 'day',
  clientName: 'list',
  agent: 'text',
  differing: 'text',
} as const;

/** Which grouping is shown, and which figure's items: in the address too, but no filters. */
export const VIEW = { by: 'text', kind: 'text', day: 'day', of: 'text', client: 'text' } as const;

type Filters = FilterValues<typeof FILTERS>;

/** The days of the reconciliation, both included; without any, this month so far. */
export function daysOf({ gte, lte }: Pick<Filters, 'gte' | 'lte'>): { gte: string; lte: string } {
  const to = lte ?? (gte !== null && gte > today() ? gte : today());
  return { gte: gte ?? `${to.slice(0, 8)}01`, lte: to };
}

/** The grouping that the address names. */
export function groupOf(by: string): ReconciliationGroup {
  return RECONCILIATION_GROUPS.find((each) => each === by) ?? 'day';
}

/** What the address asks for, without its page. */
export function linesQueryOf(values: Filters, groupBy: ReconciliationGroup): LinesQuery {
  return {
    ...daysOf(values),
    groupBy,
    ...(values.clientName.length > 0 && { clientName: [...values.clientName] }),
    ...(values.agent !== '' && { agent: values.agent }),
    ...(values.differing === '1' && { differing: '1' as const }),
  };
}

/** The items that the address shows, a page of them; null: none. */
export function itemsQueryOf(values: Filters, view: FilterValues<typeof VIEW>): ItemsQuery | null {
  const kind = RECONCILIATION_KINDS.find((each) => each === view.kind);
  return kind === undefined ? null : { ...lineQueryOf(values, view), kind };
}

/** The line whose difference the address shows; null: none. */
export function differenceQueryOf(
  values: Filters,
  view: FilterValues<typeof VIEW>,
): DifferencesQuery | null {
  return view.kind === 'difference' ? lineQueryOf(values, view) : null;
}

function lineQueryOf(values: Filters, view: FilterValues<typeof VIEW>): DifferencesQuery {
  const { groupBy: _groupBy, differing: _differing, ...query } = linesQueryOf(values, 'day');
  return {
    ...query,
    ...(view.day !== null && { gte: view.day, lte: view.day }),
    ...(view.of !== '' && { agent: view.of }),
    ...(view.client !== '' && { clientId: view.client }),
  };
}

/** The filter bar's fields with what they offer. */
export function useFields(): FilterField[] {
  const t = useText();
  const clients = useLenders();
  const agents = useAssignees().data ?? [];
  const fields: FilterField[] = [
    {
      kind: 'multi',
      key: 'clientName',
      label: t('words.client'),
      options: choices(clients),
    },
    choiceField('agent', t('words.agent'), [
      ...peopleChoices(agents),
      { value: 'none', label: t('money.nobodyCredited') },
    ]),
    choiceField('differing', t('words.lines'), [
      { value: '1', label: t('reconciliation.onlyDiffering') },
    ]),
  ];
  return fields.filter((field) => 'options' in field && field.options.length > 0);
}

/** The screen's filters. */
export type ReconciliationUrl = UrlFilters<typeof FILTERS>;
