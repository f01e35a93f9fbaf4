import { useMemo } from 'react';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { countColumn, instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useLoanImports } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';

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
  const state = useOwnPage();
  const uploads = useLoanImports(state.page);
  const columns = useListColumns();
  return (
    <section className={work.section} aria-label={t('loanImport.uploads')}>
      <h2 className={work.title}>{t('loanImport.uploads')}</h2>
      <List<LoanImport>
        name="imports"
        label={t('loanImport.uploads')}
        columns={columns}
        list={uploads}
        state={state}
        rowLabel={(upload) => upload.name}
        rowHref={(upload) => `/upload-loan?import=${upload._id}`}
        hasColumnChooser={false}
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
    ): DataColumn<LoanImport> =>
      countColumn(key, t(`loanImport.${key}`), (upload) => upload[key], { card: 'fact' });
    return [
      textColumn('fileName', t('loanImport.file'), (upload) => upload.name, { card: 'title' }),
      textColumn('batchNo', t('loanImport.batchNo'), (upload) => upload.batchNo, {
        align: 'right',
      }),
      textColumn('client', t('words.client'), (upload) => upload.Client_Name, { card: 'line' }),
      {
        key: 'state',
        title: t('words.status'),
        card: 'aside',
        render: (upload) => <StateChip upload={upload} />,
        file: [
          {
            of: ({ state }) => state,
            words: (state) => t(`loanImport.${state as LoanImport['state']}`),
          },
        ],
      },
      countColumn('totalRows', t('words.rows'), (upload) => upload.totalRows),
      count('newRows'),
      count('updateRows'),
      count('unchangedRows'),
      count('duplicateRows'),
      count('failedRows'),
      textColumn('createdBy', t('words.by'), (upload) => upload.createdBy),
      instantColumn('createdAt', t('loanImport.uploadedAt'), (upload) => upload.createdAt),
    ];
  }, [t]);
}

function StateChip({ upload }: { upload: LoanImport }) {
  const t = useText();
  if (upload.takenBackAt !== null) return <StatusChip tone="quiet" label={t('words.takenBack')} />;
  return <StatusChip tone={TONES[upload.state]} label={t(`loanImport.${upload.state}`)} />;
}
