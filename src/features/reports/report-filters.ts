import type { Role } from '../../../contract/roles.ts';
import type { FilterField } from '../../components/filter-control.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { choices } from '../../components/filter-control.tsx';
import { givenFilters } from '../../components/given-filters.ts';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useDispositionCodes, useLenders } from '../../data/choices.ts';
import { addDays, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useReportAgents } from './report-queries.ts';
import type { ReportChannel, ReportQuery } from './report-queries.ts';

/** The filters of a daily report as the address holds them. */
export const REPORT_FILTERS = {
  gte: 'day',
  lte: 'day',
  clientName: 'list',
  agentId: 'list',
  disposition: 'list',
  search: 'text',
} as const;

/** The report that the address stands for; without days, today to tomorrow (spec 9). */
export function reportQueryOf(url: UrlFilters<typeof REPORT_FILTERS>): ReportQuery {
  const given = givenFilters<typeof REPORT_FILTERS>(url.values);
  return { ...given, ...reportRange(url) };
}

/** The days of a report, both included, `YYYY-MM-DD`. */
export function reportRange({ values }: Pick<UrlFilters<typeof REPORT_FILTERS>, 'values'>): {
  gte: string;
  lte: string;
} {
  const gte = values.gte ?? (values.lte !== null && values.lte < today() ? values.lte : today());
  const lte =
    values.lte ?? (values.gte !== null && values.gte > today() ? values.gte : addDays(today(), 1));
  return { gte, lte };
}

/** The filter bar's fields with what they offer; those without anything to choose are left out. */
export function useReportFields(channel: ReportChannel, role: Role): FilterField[] {
  const t = useText();
  const clients = useLenders();
  const codes = (useDispositionCodes().data ?? []).filter((code) => code.channel === channel);
  const agents = useReportAgents(channel, role).data ?? [];
  const fields: FilterField[] = [
    {
      kind: 'multi',
      key: 'agentId',
      label: t(channel === 'CALL' ? 'reports.agent' : 'reports.fieldAgent'),
      options: agents.map((agent) => ({ value: agent._id, label: agent.fullName })),
    },
    {
      kind: 'multi',
      key: 'clientName',
      label: t('reports.client'),
      options: choices(clients),
    },
    {
      kind: 'multi',
      key: 'disposition',
      label: t('reports.disposition'),
      options: codes.map(({ code, label }) => ({
        value: code,
        label: dispositionWords(t, code, label),
      })),
    },
  ];
  return fields.filter((field) => 'options' in field && field.options.length > 0);
}
