import { useAddress } from '../../components/use-address.ts';
import { ViewTabs } from '../../components/view-tabs.tsx';
import type { ViewTab } from '../../components/view-tabs.tsx';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { CASE_VIEWS } from './board-paths.ts';
import type { CaseView } from './board-paths.ts';
import { CaseTable, FieldCaseTable } from './case-tables.tsx';
import type { Paging } from './case-tables.tsx';
import { whoseOf } from './home-filters.ts';
import type { HomeUrl } from './home-filters.ts';
import { useFieldCases, usePtpStock, useScheduledCases } from './staff-dashboard-queries.ts';
import classes from './staff-dashboards.module.css';

const isView = (view: string | null): view is CaseView =>
  (CASE_VIEWS as readonly (string | null)[]).includes(view);

/** The tables of `/home`: promises, callbacks, a manager's promises of today, loans with field agents. */
export function CasesPanel({ url, isManager }: { url: HomeUrl; isManager: boolean }) {
  const t = useText();
  const [params, changeAddress] = useAddress();
  const asked = params.get('view');
  const view = isView(asked) && (isManager || asked !== 'today') ? asked : 'promises';
  const tabs = useCaseTabs(useCaseQueries(url, view, isManager), isManager, {
    page: url.page,
    onPage: url.setPage,
  });
  const show = (next: string) => changeAddress({ view: next, page: null });
  return (
    <section aria-label={t('staffBoards.cases')}>
      <h2 className={classes.heading}>{t('staffBoards.cases')}</h2>
      <ViewTabs label={t('staffBoards.cases')} value={view} onChange={show} tabs={tabs} />
    </section>
  );
}

type CaseQueries = ReturnType<typeof useCaseQueries>;

const counted = (tab: ViewTab, list: { totalCount: number } | undefined): ViewTab =>
  list === undefined ? tab : { ...tab, count: list.totalCount };

function useCaseTabs(queries: CaseQueries, isManager: boolean, paging: Paging): ViewTab[] {
  const t = useText();
  const { scheduled, stock, field } = queries;
  const promises = counted(
    {
      value: 'promises',
      label: t('words.promises'),
      content: <CaseTable name="promises" list={scheduled} pick={(data) => data.ptp} {...paging} />,
    },
    scheduled.data?.ptp,
  );
  const callbacks = counted(
    {
      value: 'callbacks',
      label: t('staffBoards.scheduledCallbacks'),
      content: (
        <CaseTable name="callbacks" list={scheduled} pick={(data) => data.callBack} {...paging} />
      ),
    },
    scheduled.data?.callBack,
  );
  const today = counted(
    {
      value: 'today',
      label: t('promises.dueToday'),
      content: <TodaysPromises list={stock} paging={paging} />,
    },
    stock.data,
  );
  const withAgents = counted(
    {
      value: 'field',
      label: t('staffBoards.fieldCases'),
      content: <FieldCaseTable list={field} isManager={isManager} {...paging} />,
    },
    field.data,
  );
  return [promises, callbacks, ...(isManager ? [today] : []), withAgents];
}

function TodaysPromises({ list, paging }: { list: CaseQueries['stock']; paging: Paging }) {
  const t = useText();
  return (
    <>
      {list.data !== undefined && (
        <p className={classes.sum}>
          {t('staffBoards.promisedInAll', { amount: formatRupees(list.data.promiseAmount) })}
        </p>
      )}
      <CaseTable name="today" list={list} pick={(data) => data} {...paging} />
    </>
  );
}

/** Only the table that is shown is at another page than its first. */
function useCaseQueries(url: HomeUrl, view: CaseView, isManager: boolean) {
  const whose = whoseOf(url);
  const { dueFrom, dueTo } = url.values;
  const pageOf = (each: CaseView) => (each === view ? url.page : 1);
  const scheduled = useScheduledCases({
    ...whose,
    ptpPage: pageOf('promises'),
    callBackPage: pageOf('callbacks'),
    ...(dueFrom !== null && { ptpStartDate: dueFrom, callbackStartDate: dueFrom }),
    ...(dueTo !== null && { ptpEndDate: dueTo, callbackEndDate: dueTo }),
  });
  const stock = usePtpStock({ ...whose, ptpPage: pageOf('today') }, isManager);
  const field = useFieldCases({ ...whose, fieldPage: pageOf('field') });
  return { scheduled, stock, field };
}
