import { allocationCalls } from '../../../contract/allocation.ts';
import type { QueryOf } from '../../../contract/call.ts';
import type { reportEngineCalls } from '../../../contract/report-engine.ts';
import { REPORT_GROUPS, groupWord } from '../../../contract/report-names.ts';
import type { ReportGroup, ReportName } from '../../../contract/report-names.ts';
import type { Role } from '../../../contract/roles.ts';
import { choices, peopleChoices } from '../../components/filter-control.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useAssignees, useDispositionCodes, useLoanValues } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { isOfNow, reportDays } from './report-days.ts';
import { isOfBoth, outcomeText } from './report-value.ts';

/** A report's filters as the address holds them. */
export const ENGINE_FILTERS = {
  gte: 'day',
  lte: 'day',
  clientName: 'list',
  bucket: 'list',
  city: 'list',
  product: 'list',
  collectorId: 'list',
  disposition: 'list',
  search: 'text',
  by: 'text',
  view: 'text',
  compare: 'text',
} as const;

/** What its rows are asked for. */
export type RowsQuery = Omit<QueryOf<typeof reportEngineCalls.readReportRows>, 'page' | 'pageSize'>;

type Url = UrlFilters<typeof ENGINE_FILTERS>;

/** Reports whose rows have outcomes. */
const OUTCOME_REPORTS: ReadonlySet<ReportName> = new Set([
  'dailyCalls',
  'dailyVisits',
  'callStatus',
  'fieldStatus',
  'lastInteraction',
  'bestDisposition',
]);

/** The filter that the address stands for, days included where the report has days. */
export function filterOf(name: ReportName, { values }: Pick<Url, 'values'>) {
  const lists = {
    clientName: values.clientName,
    bucket: values.bucket,
    city: values.city,
  } as const;
  const more = {
    product: values.product,
    collectorId: values.collectorId,
    ...(OUTCOME_REPORTS.has(name) && { disposition: values.disposition }),
  } as const;
  const given = Object.entries({ ...lists, ...more }).filter(([, list]) => list.length > 0);
  return {
    ...(Object.fromEntries(given.map(([key, list]) => [key, [...list]])) as Partial<
      Record<keyof typeof lists | keyof typeof more, string[]>
    >),
    ...(values.search !== '' && { search: values.search.slice(0, 200) }),
    ...(!isOfNow(name) && reportDays(name, values)),
  };
}

/** The group of the address; none when it is no group. */
export const groupOf = (by: string): ReportGroup | undefined =>
  Object.hasOwn(REPORT_GROUPS, by) ? (by as ReportGroup) : undefined;

/** Who may ask whose work there is. */
const AGENT_READERS: ReadonlySet<Role> = new Set(allocationCalls.listAssignees.roles);

const FIELD_REPORTS: ReadonlySet<ReportName> = new Set([
  'dailyVisits',
  'fieldStatus',
  'fieldAllocation',
]);

const CONTACT_REPORTS: ReadonlySet<ReportName> = new Set([
  'dailyCalls',
  'dailyVisits',
  'callStatus',
  'fieldStatus',
]);

/** Whether a report's rows are contacts: their remarks are searched too. */
export const isOfContacts = (name: ReportName): boolean => CONTACT_REPORTS.has(name);

/** The outcomes that a report's rows can have. */
function useOutcomeField(name: ReportName): FilterField {
  const t = useText();
  const channel = FIELD_REPORTS.has(name) ? 'FIELD' : 'CALL';
  const codes = (useDispositionCodes().data ?? []).filter(
    (code) => isOfBoth(name) || code.channel === channel,
  );
  const options = codes.map(({ code, label }) => ({
    value: code,
    label: outcomeText(t, name, code, label),
  }));
  return {
    kind: 'multi',
    key: 'disposition',
    label: t('reportWords.detail.outcome'),
    options: OUTCOME_REPORTS.has(name) ? options : [],
  };
}

/** The filter bar's fields with what they offer; those without anything to choose are left out. */
export function useEngineFields(name: ReportName, role: Role): FilterField[] {
  const t = useText();
  const values = useLoanValues().data;
  const kind = FIELD_REPORTS.has(name) ? 'FIELD_AGENT' : 'COLLECTOR';
  const agents = useAssignees(kind, AGENT_READERS.has(role)).data ?? [];
  const outcomes = useOutcomeField(name);
  const fields: FilterField[] = [
    {
      kind: 'multi',
      key: 'clientName',
      label: t('reportWords.detail.client'),
      options: choices(values?.clients ?? []),
    },
    {
      kind: 'multi',
      key: 'collectorId',
      label: t(`reportWords.group.${groupWord(name, 'agent')}`),
      options: peopleChoices(agents),
    },
    outcomes,
    {
      kind: 'multi',
      key: 'bucket',
      label: t('reportWords.detail.bucket'),
      options: choices(values?.buckets ?? []),
    },
    {
      kind: 'multi',
      key: 'product',
      label: t('reportWords.detail.product'),
      options: choices(values?.products ?? []),
    },
    {
      kind: 'multi',
      key: 'city',
      label: t('reportWords.detail.city'),
      options: choices(values?.cities ?? []),
    },
  ];
  return fields.filter((field) => 'options' in field && field.options.length > 0);
}
