import { Button } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { reportScheduleCalls } from '../../../contract/report-schedule.ts';
import type { ReportSchedule, ScheduleTime } from '../../../contract/report-schedule.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Together } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatClock, formatDayTime } from '../../lib/dates.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';
import { DeliveryList } from './delivery-list.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { SentThing } from './schedule-dialog.tsx';
import classes from './reports.module.css';

type WeekdayKey = 'd1' | 'd2' | 'd3' | 'd4' | 'd5' | 'd6' | 'd7';

/** When a schedule sends, in words. */
function useTimeWords(): (time: ScheduleTime) => string {
  const t = useText();
  return (time) => {
    const at = formatClock(time.at);
    if (time.rhythm === 'DAILY') return t('reportViews.daily', { at });
    if (time.rhythm === 'MONTHLY') return t('reportViews.monthly', { day: time.monthDay, at });
    const day = t(`borrower.weekday.${`d${time.weekday}` as WeekdayKey}`);
    return t('reportViews.weekly', { day, at });
  };
}

function useColumns(): DataColumn<ReportSchedule>[] {
  const t = useText();
  const timeWords = useTimeWords();
  return [
    textColumn('view', t('reportViews.view'), (row) => row.viewName, { isFixed: true }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: ({ isActive }) => (
        <StatusChip
          tone={isActive ? 'good' : 'quiet'}
          label={t(isActive ? 'words.on' : 'reportViews.paused')}
        />
      ),
    },
    textColumn('report', t('reportViews.report'), ({ report }) =>
      report === null ? t('reportViews.chart') : t(`reportWords.title.${report}`),
    ),
    textColumn('when', t('words.when'), ({ time }) => timeWords(time)),
    textColumn('recipients', t('reportViews.recipients'), ({ recipients }) =>
      recipients.map(({ fullName }) => fullName).join(', '),
    ),
    instantColumn('next', t('reportViews.next'), (row) => (row.isActive ? row.nextAt : null)),
    textColumn('last', t('reportViews.last'), ({ last }) =>
      last === null
        ? t('reportViews.never')
        : `${formatDayTime(last.dueAt)}: ${t('reportViews.lastWords', {
            sent: last.sentCount,
            open: last.openCount,
            failed: last.failedCount,
          })}`,
    ),
  ];
}

/** What is open above the list. */
interface Opened {
  readonly what: 'change' | 'deliveries';
  readonly schedule: ReportSchedule;
}

/** The chart that the address asks to be scheduled, and how to be done with it. */
function useAskedChart(): [SentThing | null, () => void] {
  const [params, setParams] = useSearchParams();
  const id = params.get('chart');
  const leave = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('chart');
        after.delete('name');
        return after;
      },
      { replace: true },
    );
  return [id === null ? null : { _id: id, name: params.get('name') ?? '', report: null }, leave];
}

/** `/report-schedules`: saved views and charts that are sent by themselves, and what came of it. */
export function ReportSchedulesScreen() {
  const t = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const state = useListState(reportScheduleCalls.listReportSchedules.query, {});
  const schedules = useCallQuery(
    reportScheduleCalls.listReportSchedules,
    { query: state.asked },
    { keepsPrevious: true },
  );
  const columns = useColumns();
  const [chart, leaveChart] = useAskedChart();
  const close = () => setOpened(null);
  const actionsOf = (schedule: ReportSchedule) => (
    <Actions schedule={schedule} open={(what) => setOpened({ what, schedule })} />
  );
  return (
    <Page>
      <PageHeader title={t('menu.reportSchedules')} subtitle={t('reportViews.schedulesAbout')} />
      <Together of={[schedules]}>
        {schedules.data?.hasMail === false && (
          <Notice tone="info" title={t('reportViews.noMail')} />
        )}
        <List<ReportSchedule>
          name="report-schedules"
          label={t('menu.reportSchedules')}
          columns={columns}
          list={schedules}
          state={state}
          rowLabel={({ viewName }) => viewName}
          rowActions={actionsOf}
          empty={<EmptyState title={t('reportViews.none')} body={t('reportViews.noneBody')} />}
        />
      </Together>
      {chart !== null && <ScheduleDialog view={chart} onClose={leaveChart} />}
      {opened?.what === 'change' && (
        <ScheduleDialog
          view={{
            _id: opened.schedule.viewId ?? opened.schedule.chartId ?? '',
            name: opened.schedule.viewName,
            report: opened.schedule.report,
          }}
          schedule={latest(opened.schedule, schedules.data?.data)}
          onClose={close}
        />
      )}
      {opened?.what === 'deliveries' && (
        <Dialog title={t('reportViews.deliveries')} size="xl" onClose={close}>
          <DeliveryList id={opened.schedule._id} />
        </Dialog>
      )}
    </Page>
  );
}

function Actions(props: { schedule: ReportSchedule; open: (what: Opened['what']) => void }) {
  const { schedule, open } = props;
  const t = useText();
  const confirm = useConfirm();
  const id = schedule._id;
  const change = useCallCommand(reportScheduleCalls.changeReportSchedule, {
    onDone: () => showSuccess(t('reportViews.changed')),
  });
  const end = useCallCommand(reportScheduleCalls.endReportSchedule, {
    onDone: () => showSuccess(t('reportViews.ended')),
  });
  const toggle = () => {
    const { time, format, isAttached, isActive, recipients, revision } = schedule;
    const recipientIds = recipients.map(({ _id }) => _id);
    const body = { time, format, isAttached, recipientIds, isActive: !isActive, revision };
    change.mutate({ params: { id }, body });
  };
  const handleEnd = async () => {
    const question = {
      title: t('reportViews.endTitle', { name: schedule.viewName }),
      body: t('reportViews.endBody'),
      confirmLabel: t('common.remove'),
      isDangerous: true,
    };
    if (await confirm(question)) end.mutate({ params: { id } });
  };
  return (
    <div className={classes.buttons}>
      {schedule.mayChange !== false && (
        <>
          <Button size="xs" variant="default" onClick={() => open('deliveries')}>
            {t('reportViews.deliveries')}
          </Button>
          <Button size="xs" variant="default" onClick={() => open('change')}>
            {t('common.edit')}
          </Button>
          <Button size="xs" variant="default" loading={change.isPending} onClick={toggle}>
            {t(schedule.isActive ? 'words.pause' : 'reportViews.resume')}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" onClick={() => void handleEnd()}>
        {t('common.remove')}
      </Button>
    </div>
  );
}
