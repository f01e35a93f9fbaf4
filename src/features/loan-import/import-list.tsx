import { useMemo, useState } from 'react';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useLoanImports } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

const TONES: Readonly<Record<LoanImport['state'], Tone>> = {
  READING: 'info',
  CHECKING: 'info',
  PENDING: 'warn',
  SAVING: 'info',
  DONE: 'good',
  FAILED: 'danger',
  CANCELLED: 'quiet',
};

/** Earlier uploads with state and counts; a row opens its upload, also while the server is at work on it. */
export function ImportList() {
  const t = useText();
  const [page, setPage] = useState(1);
  const uploads = useLoanImports(page);
  const columns = useListColumns();
  if (uploads.isError && uploads.data === undefined) {
    return <LoadProblem error={uploads.error} onRetry={() => void uploads.refetch()} />;
  }
  return (
    <section className={work.section} aria-label={t('loanImport.uploads')}>
      <h2 className={work.title}>{t('loanImport.uploads')}</h2>
      <DataTable<LoanImport>
        name="imports"
        label={t('loanImport.uploads')}
        columns={columns}
        rows={uploads.data?.data}
        rowId={(upload) => upload._id}
        rowLabel={(upload) => upload.name}
        rowHref={(upload) => `/upload-loan?import=${upload._id}`}
        totalCount={uploads.data?.totalCount ?? 0}
        page={page}
        onPage={setPage}
        isFetching={uploads.isPlaceholderData}
        hasColumnChooser={false}
        renderCard={(upload) => <UploadCard upload={upload} />}
        empty={t('loanImport.uploadsNone')}
      />
    </section>
  );
}

function useListColumns(): DataColumn<LoanImport>[] {
  const t = useText();
  return useMemo(() => {
    const count = (
      key: 'newRows' | 'updateRows' | 'unchangedRows' | 'duplicateRows' | 'failedRows',
    ): DataColumn<LoanImport> => ({
      key,
      title: t(`loanImport.${key}`),
      align: 'right',
      render: (upload) => formatCount(upload[key]),
    });
    return [
      { key: 'fileName', title: t('loanImport.file'), render: (upload) => upload.name },
      {
        key: 'batchNo',
        title: t('loanImport.batchNo'),
        align: 'right',
        render: (upload) => upload.batchNo,
      },
      { key: 'client', title: t('loanImport.client'), render: (upload) => upload.Client_Name },
      {
        key: 'state',
        title: t('loanImport.state'),
        render: (upload) => <StateChip upload={upload} />,
      },
      {
        key: 'totalRows',
        title: t('loanImport.rows'),
        align: 'right',
        render: (upload) => formatCount(upload.totalRows),
      },
      count('newRows'),
      count('updateRows'),
      count('unchangedRows'),
      count('duplicateRows'),
      count('failedRows'),
      { key: 'createdBy', title: t('loanImport.uploadedBy'), render: (upload) => upload.createdBy },
      {
        key: 'createdAt',
        title: t('loanImport.uploadedAt'),
        render: (upload) => <DayText value={upload.createdAt} show="both" />,
      },
    ];
  }, [t]);
}

function StateChip({ upload }: { upload: LoanImport }) {
  const t = useText();
  if (upload.takenBackAt !== null)
    return <StatusChip tone="quiet" label={t('loanImport.takenBack')} />;
  return <StatusChip tone={TONES[upload.state]} label={t(`loanImport.${upload.state}`)} />;
}

function UploadCard({ upload }: { upload: LoanImport }) {
  const t = useText();
  const counts = (['newRows', 'updateRows', 'failedRows'] as const).map(
    (key) => `${t(`loanImport.${key}`)} ${formatCount(upload[key])}`,
  );
  return (
    <div className={work.card}>
      <div className={classes.wideHead}>
        <strong className={work.wrap}>{upload.name}</strong>
        <StateChip upload={upload} />
      </div>
      <div className={work.quiet}>{upload.Client_Name}</div>
      <div className={work.quiet}>{counts.join(' · ')}</div>
    </div>
  );
}
