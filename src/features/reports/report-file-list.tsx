import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { reportEngineCalls } from '../../../contract/report-engine.ts';
import type { ReportFile } from '../../../contract/report-engine.ts';
import { dayColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useCallDownload } from '../../data/call-command.ts';
import { useCallQuery, whileMoving } from '../../data/call-query.ts';
import { jobWords } from '../../lib/job-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './reports.module.css';

const TONES = { WAITING: 'info', RUNNING: 'info', DONE: 'good', FAILED: 'danger' } as const;

const isMoving = ({ data }: { data: readonly ReportFile[] }) =>
  data.some(({ state }) => state === 'WAITING' || state === 'RUNNING');

/** The person's files that were made in the background, with how far those in work are. */
export function ReportFileList() {
  const t = useText();
  const state = useOwnPage();
  const files = useCallQuery(
    reportEngineCalls.listReportFiles,
    { query: { page: state.page } },
    { keepsPrevious: true, isBackground: 'again', refetchInterval: whileMoving(2000, isMoving) },
  );
  const download = useCallDownload(reportEngineCalls.downloadReportFile, { timeoutMs: 600_000 });
  const columns: DataColumn<ReportFile>[] = [
    textColumn('name', t('words.file'), (file) => file.name, { isFixed: true }),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (file) => (
        <StatusChip tone={TONES[file.state]} label={t(`reportFiles.fileStates.${file.state}`)} />
      ),
    },
    textColumn('progress', t('words.rows'), ({ rowsDone, rowsTotal }) =>
      t('reportFiles.fileProgress', { done: rowsDone, total: rowsTotal }),
    ),
    textColumn('problem', t('words.problem'), ({ error }) => (error ? jobWords(error) : '–')),
    instantColumn('asked', t('reportFiles.fileAsked'), (file) => file.createdAt),
    dayColumn('expires', t('reportFiles.fileExpires'), (file) => file.expiresAt),
  ];
  const downloadButton = (file: ReportFile) =>
    file.state === 'DONE' && (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => download.mutate({ params: { id: file._id } })}
      >
        {t('common.download')}
      </Button>
    );
  return (
    <section className={classes.section} aria-label={t('reportFiles.filesTitle')}>
      <h2 className="rc-title">{t('reportFiles.filesTitle')}</h2>
      <p className="rc-quiet-small">{t('reportFiles.filesAbout')}</p>
      <List<ReportFile>
        hasExport={false}
        name="report-files"
        label={t('reportFiles.filesTitle')}
        columns={columns}
        list={files}
        state={state}
        hasColumnChooser={false}
        rowLabel={(file) => file.name}
        rowActions={downloadButton}
        empty={t('reportFiles.filesNone')}
      />
    </section>
  );
}
