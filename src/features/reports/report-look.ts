import { presetDays } from '../../../contract/report-days.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import type { ReportLook } from '../../../contract/report-view.ts';
import { columnChoice, keepColumnChoice } from '../../components/column-choice.ts';
import type { FilterValue, UrlFilters } from '../../components/use-url-filters.ts';
import { today } from '../../lib/dates.ts';
import { isOfNow, presetOf, reportDays } from './report-days.ts';
import { filterOf, groupOf } from './report-query.ts';
import type { ENGINE_FILTERS } from './report-query.ts';

type Url = UrlFilters<typeof ENGINE_FILTERS>;

/** The name under which a view's list keeps its columns. */
const listName = (name: ReportName, view: ReportLook['view']) =>
  view === 'rows' ? `report-rows-${name}` : `report-${name}`;

/** How the report is looked at now. Days that are a preset, or the report's own, move with the day. */
export function currentLook(name: ReportName, url: Url, view: ReportLook['view']): ReportLook {
  const { gte: _gte, lte: _lte, ...filter } = filterOf(name, url);
  const { values } = url;
  const days = reportDays(name, values);
  const preset = presetOf(days);
  const isOwnRange = isOfNow(name) || (values.gte === null && values.lte === null);
  const by = groupOf(values.by);
  return {
    ...filter,
    ...(!isOwnRange && (preset === null ? days : { preset })),
    ...(by !== undefined && { by }),
    ...(values.compare === '1' && { compare: '1' as const }),
    view,
    columns: columnChoice(listName(name, view)),
  };
}

/** Shows a report through a look: its filters go into the address, its columns to the list. */
export function applyLook(name: ReportName, url: Url, look: ReportLook): void {
  keepColumnChoice(listName(name, look.view), look.columns);
  const days = look.preset === undefined ? look : presetDays(look.preset, today());
  const patch: Record<string, FilterValue> = {
    gte: days.gte ?? null,
    lte: days.lte ?? null,
    clientName: look.clientName ?? null,
    bucket: look.bucket ?? null,
    city: look.city ?? null,
    product: look.product ?? null,
    collectorId: look.collectorId ?? null,
    disposition: look.disposition ?? null,
    search: look.search ?? null,
    by: look.by ?? null,
    compare: look.compare ?? null,
    view: look.view,
  };
  url.change(patch);
}

/** The columns that the person hid in a view of a report: its file lacks them, too. */
export function hiddenColumns(name: ReportName, view: ReportLook['view']): string[] {
  const choice = columnChoice(listName(name, view));
  return Object.keys(choice).filter((key) => choice[key] === false);
}
