import { Button } from '@mantine/core';
import { IconMapPin, IconMoodEmpty, IconSearchOff, IconWifiOff } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { targetCalls } from '../../../contract/target.ts';
import { useToday } from '../../components/figure.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../components/screen-state.tsx';
import { useKeepAhead } from '../../data/kept-query.ts';
import { useOnline } from '../../lib/use-online.ts';
import { clockOffset } from '../../lib/clock.ts';
import { formatDay, formatTime, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { myDay } from '../../offline/my-day.ts';
import { keepsLoans } from '../../offline/session.ts';
import { ClosedLoansNotice } from './closed-loans-notice.tsx';
import { DayList } from './day-list.tsx';
import type { DayListHandle } from './day-list.tsx';
import { DAY_SECTIONS, dayRows, flatRows, sectionStart } from './day-rows.ts';
import type { DayRow, DaySection } from './day-rows.ts';
import { DayTools } from './day-tools.tsx';
import { byExpected, isExpectedFirst } from './expected-order.ts';
import type { Outlooks } from './expected-order.ts';
import {
  useCodeLabels,
  useDayLoans,
  useOutlooks,
  usePullState,
  useRefresh,
} from './field-day-queries.ts';
import { StrandedWorkNotice } from './stranded-work-notice.tsx';
import { useDayView } from './use-day-view.ts';

/** The field agent's day and list of loans (/field-agent-loans, every role); everything comes from this phone. */
export function FieldDayScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  if (keepsLoans(user.role)) return <OwnDay userId={user._id} />;
  return (
    <Page>
      <PageHeader title={t('frame.tabMyDay')} />
      <EmptyState
        icon={<IconMapPin size={24} stroke={1.6} />}
        title={t('fieldDay.notUsedTitle')}
        body={t('fieldDay.notUsedBody')}
      />
    </Page>
  );
}

function OwnDay({ userId }: { userId: string }) {
  // On the road it is looked at without a network.
  useKeepAhead(targetCalls.readTargetsOf, [{ params: { id: userId } }]);
  const view = useDayView();
  const { outlooks, isComing, isLookedUp } = useOutlooks();
  const sort = view.sort ?? (isExpectedFirst(outlooks) ? 'expected' : 'due');
  const found = useDayLoans(view.search, sort, view.from);
  const loans = useInOrder(found, outlooks, {
    isExpected: sort === 'expected',
    isChosen: view.sort !== null,
  });
  const pulled = usePullState();
  const refresh = useRefresh();
  const codeLabels = useCodeLabels();
  const list = useRef<DayListHandle>(null);
  const { rows, counts } = useDayRows(loans.data, view.search !== '' || view.isAll);
  const asOf = pulled.lastPulledAt;
  const isFirst = pulled.isKnown && asOf === null;
  return (
    <Page>
      <DayHeader isAll={view.isAll} asOf={asOf} />
      <ClosedLoansNotice />
      <StrandedWorkNotice />
      {(loans.data?.length !== 0 || view.search !== '') && (
        <DayTools
          search={view.search}
          onSearch={view.setSearch}
          sort={sort}
          expected={outlooks.size > 0 ? 'known' : isComing ? 'coming' : 'none'}
          onSort={(sort) => void view.setSort(sort)}
          isLocating={view.isLocating}
          isRefreshing={refresh.isRefreshing || pulled.isRunning}
          onRefresh={() => void refresh.refresh()}
          counts={counts}
          onSection={(section) => list.current?.goTo(sectionStart(rows, section))}
        />
      )}
      <PullProgress pulled={pulled} isFirst={isFirst} hasLoans={rows.length > 0} />
      {loans.isError ? (
        <ErrorState onRetry={() => void loans.refetch()} />
      ) : loans.data === undefined || isLookedUp ? (
        <LoadingState kind="cards" />
      ) : rows.length > 0 ? (
        <DayList
          rows={rows}
          codeLabels={codeLabels}
          outlooks={outlooks}
          isExpected={sort === 'expected'}
          handle={list}
        />
      ) : (
        <NoLoans
          search={view.search}
          isFirst={isFirst}
          isPulling={pulled.isRunning}
          onRefresh={() => void refresh.refresh()}
        />
      )}
    </Page>
  );
}

function DayHeader({ isAll, asOf }: { isAll: boolean; asOf: number | null }) {
  const t = useText();
  const day = useToday();
  return (
    <PageHeader
      title={isAll ? t('frame.tabLoans') : t('frame.tabMyDay')}
      subtitle={
        <>
          <span>{formatDay(day)}</span>
          <span>
            {asOf === null
              ? t('fieldDay.neverPulled')
              : t('fieldDay.asOf', { time: timeSeenOn(day, asOf + clockOffset()) })}
          </span>
        </>
      }
    />
  );
}

/** The loans as they were found, or by what they are expected to bring. */
function useInOrder(
  found: ReturnType<typeof useDayLoans>,
  outlooks: Outlooks,
  { isExpected, isChosen }: { isExpected: boolean; isChosen: boolean },
) {
  const { data, isError, refetch } = found;
  return useMemo(
    () => ({
      data: data && isExpected ? byExpected(data, outlooks, isChosen) : data,
      isError,
      refetch,
    }),
    [data, isError, refetch, outlooks, isExpected, isChosen],
  );
}

/** The lines to show and, unless the list is flat, how many loans each section has. */
interface Lines {
  rows: DayRow<CachedLoan>[];
  counts: Record<DaySection, number> | null;
}

const NO_LINES: Lines = { rows: [], counts: null };
/** The lines of loans that were grouped for a day: coming back to it, thousands of loans are not grouped again. */
const grouped = new WeakMap<readonly CachedLoan[], Lines & { day: string }>();

function groupedLines(loans: readonly CachedLoan[], day: string): Lines {
  const known = grouped.get(loans);
  if (known?.day === day) return known;
  const sections = myDay(loans, day);
  const counts = Object.fromEntries(
    DAY_SECTIONS.map((section) => [section, sections[section].length]),
  ) as Record<DaySection, number>;
  const lines = { day, rows: dayRows<CachedLoan>(sections), counts };
  grouped.set(loans, lines);
  return lines;
}

function useDayRows(loans: readonly CachedLoan[] | undefined, isFlat: boolean): Lines {
  const day = useToday();
  return useMemo(() => {
    if (loans === undefined) return NO_LINES;
    return isFlat ? { rows: flatRows(loans), counts: null } : groupedLines(loans, day);
  }, [loans, isFlat, day]);
}

function timeSeenOn(day: string, at: number | string): string {
  return today(at) === day ? formatTime(at) : `${formatDay(at)} ${formatTime(at)}`;
}

function PullProgress({
  pulled,
  isFirst,
  hasLoans,
}: {
  pulled: { isRunning: boolean; done: number; remaining: number };
  isFirst: boolean;
  hasLoans: boolean;
}) {
  const t = useText();
  if (!pulled.isRunning) {
    // A first load that broke off: what stands below is not the whole day.
    const isPart = isFirst && hasLoans;
    return isPart ? (
      <Notice tone="warn" title={t('fieldDay.firstCutTitle')}>
        {t('fieldDay.firstCutBody')}
      </Notice>
    ) : null;
  }
  const total = pulled.done + pulled.remaining;
  // A refresh that brings little is over before anyone could read it.
  if (!isFirst && total < 200) return null;
  return (
    <ProgressPanel
      title={isFirst ? t('fieldDay.firstPull') : t('fieldDay.pulling')}
      done={pulled.done}
      total={total === 0 ? null : total}
    >
      {isFirst && <p>{t('fieldDay.firstPullBody')}</p>}
    </ProgressPanel>
  );
}

function NoLoans(props: {
  search: string;
  isFirst: boolean;
  isPulling: boolean;
  onRefresh: () => void;
}) {
  const t = useText();
  const isOnline = useOnline();
  if (props.search !== '') {
    return (
      <EmptyState
        icon={<IconSearchOff size={24} stroke={1.6} />}
        title={t('fieldDay.nothingFound', { text: props.search })}
        body={t('fieldDay.nothingFoundBody')}
      />
    );
  }
  if (props.isPulling) return <LoadingState kind="cards" />;
  if (props.isFirst && !isOnline) {
    return (
      <EmptyState
        icon={<IconWifiOff size={24} stroke={1.6} />}
        title={t('fieldDay.firstOfflineTitle')}
        body={t('fieldDay.firstOfflineBody')}
      />
    );
  }
  return (
    <EmptyState
      icon={<IconMoodEmpty size={24} stroke={1.6} />}
      title={t(props.isFirst ? 'fieldDay.firstCutTitle' : 'fieldDay.emptyTitle')}
      body={t(props.isFirst ? 'fieldDay.firstCutBody' : 'fieldDay.emptyBody')}
      action={
        <Button variant="default" onClick={props.onRefresh}>
          {t('fieldDay.refresh')}
        </Button>
      }
    />
  );
}
