import { useCallback, useMemo, useState } from 'react';
import type { SeatRow } from '../../../contract/agent-seat.ts';
import { Awaited } from '../../components/loaded.tsx';
import type { TableSort } from '../../components/data-table-column.ts';
import { FilterBar } from '../../components/filter-bar.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useFloor } from './monitor-queries.ts';
import type { Floor } from './monitor-queries.ts';
import { inReach, processesOf, sorted, stateCounts } from './monitor-rows.ts';
import { SeatDialog } from './seat-dialog.tsx';
import { SeatCards, SeatTable } from './seat-table.tsx';
import { StateIcon } from './seat-cells.tsx';
import classes from './agent-monitor.module.css';

const FILTERS = { state: 'list', process: 'list', search: 'text' } as const;

/** `/agent-monitor` (manager): every dialer agent's state, its time and the day's sums, live (spec 2.2). */
export function AgentMonitorScreen() {
  const t = useText();
  const floor = useFloor();
  return (
    <Page>
      <PageHeader
        title={t('menu.agentMonitor')}
        count={floor.data?.rows.length ?? null}
        subtitle={
          <StatusChip
            tone={floor.live === 'live' ? 'good' : 'warn'}
            label={t(`agentMonitor.live.${floor.live}`)}
          />
        }
      />
      {floor.data === undefined ? <Awaited of={floor} /> : <Seats floor={floor.data} />}
    </Page>
  );
}

function Seats({ floor }: { floor: Floor }) {
  const t = useText();
  const isPhone = usePhone();
  const url = useUrlFilters(FILTERS);
  const [managed, setManaged] = useState<string | null>(null);
  const { values, sort } = url;
  const { reach, shown } = useMemo(
    () => shownRows(floor.rows, values, sort),
    [floor, values, sort],
  );
  const manage = useCallback((id: string) => setManaged(id), []);
  const managedRow = floor.rows.find(({ _id }) => _id === managed);
  if (floor.rows.length === 0)
    return <EmptyState title={t('agentMonitor.noneTitle')} body={t('agentMonitor.noneBody')} />;
  return (
    <>
      <StateTotals rows={reach} chosen={values.state} onChoose={(state) => url.change({ state })} />
      <FilterBar
        filters={url}
        fields={[
          {
            kind: 'multi',
            key: 'process',
            label: t('agentMonitor.columns.process'),
            options: processesOf(floor.rows).map((value) => ({ value, label: value })),
          },
        ]}
        searchKey="search"
        searchLabel={t('words.agentSearch')}
      />
      <div className={classes.list}>
        {shown.length === 0 && <p className="rc-empty">{t('table.noData')}</p>}
        {isPhone ? (
          <SeatCards rows={shown} clockOffsetMs={floor.clockOffsetMs} onManage={manage} />
        ) : (
          shown.length > 0 && (
            <SeatTable
              rows={shown}
              clockOffsetMs={floor.clockOffsetMs}
              onManage={manage}
              sort={sort}
              onSort={url.setSort}
            />
          )
        )}
      </div>
      {managedRow !== undefined && <SeatDialog row={managedRow} onClose={() => setManaged(null)} />}
    </>
  );
}

function shownRows(
  rows: readonly SeatRow[],
  values: { state: readonly string[]; process: readonly string[]; search: string },
  sort: TableSort | null,
): { reach: SeatRow[]; shown: SeatRow[] } {
  const reach = inReach(rows, values);
  const inState =
    values.state.length === 0 ? reach : reach.filter(({ status }) => values.state.includes(status));
  return { reach, shown: sorted(inState, sort) };
}

/** How many are in which state; each narrows the list to its state. */
function StateTotals(props: {
  rows: readonly SeatRow[];
  chosen: readonly string[];
  onChoose: (states: string[]) => void;
}) {
  const { rows, chosen, onChoose } = props;
  const t = useText();
  return (
    <fieldset className={classes.totals} aria-label={t('agentMonitor.states')}>
      {stateCounts(rows).map(({ state, count }) => {
        const isChosen = chosen.includes(state);
        return (
          <button
            key={state}
            type="button"
            className={classes.total}
            data-state={state}
            aria-pressed={isChosen}
            onClick={() =>
              onChoose(isChosen ? chosen.filter((each) => each !== state) : [...chosen, state])
            }
          >
            <span className={classes.totalCount}>{count}</span>
            <span className={classes.totalName}>
              <StateIcon state={state} />
              {t(`dialer.states.${state}`)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
