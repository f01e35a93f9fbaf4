import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import type { AbsentLoan, ImportSummary } from '../../../contract/import-summary.ts';
import type { LoanImport } from '../../../contract/loan-import.ts';
import { Awaited } from '../../components/loaded.tsx';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { fileWords } from '../../lib/file-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { OUTCOME_TONES } from './import-mapping.ts';
import { useAbsentLoans, useImportSummary } from './loan-import-queries.ts';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

interface SummaryProps {
  upload: LoanImport;
  /** How many loans that the file does not name are to be recalled with it; null: none. */
  recallAbsent: number | null;
  onRecall: (count: number | null) => void;
}

/** What the pending list comes to: sums by bucket, reasons grouped, loans that the file does not name. */
export function ImportSummaryPanel(props: SummaryProps) {
  const summary = useImportSummary(props.upload);
  if (summary.data === undefined) return <Awaited of={summary} rows={3} />;
  const { data } = summary;
  return (
    <div className={classes.summary}>
      {data.buckets.length > 0 && <Buckets buckets={data.buckets} />}
      {data.reasons.length > 0 && <Reasons reasons={data.reasons} />}
      {data.absentLoans > 0 && <Absent {...props} summary={data} />}
    </div>
  );
}

/** To be compared with the lender's mail. */
function Buckets({ buckets }: Pick<ImportSummary, 'buckets'>) {
  const t = useText();
  const loans = buckets.reduce((sum, bucket) => sum + bucket.loans, 0);
  const dues = buckets.reduce((sum, bucket) => sum + bucket.dueAmount, 0);
  return (
    <section aria-label={t('loanImport.bucketsTitle')}>
      <h3 className={classes.heading}>{t('loanImport.bucketsTitle')}</h3>
      <p className={work.quiet}>{t('loanImport.bucketsHelp')}</p>
      <table className={classes.figures}>
        <thead>
          <tr>
            <th scope="col">{t('loanFields.Bucket')}</th>
            <th scope="col">{t('words.loans')}</th>
            <th scope="col">{t('loanFields.Total_Due_Amount')}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ bucket, loans: count, dueAmount }) => (
            <tr key={bucket ?? ''}>
              <th scope="row">{bucket ?? t('loanImport.noBucket')}</th>
              <td>{formatCount(count)}</td>
              <td>{formatRupees(dueAmount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('words.allLoans')}</th>
            <td>{formatCount(loans)}</td>
            <td>{formatRupees(dues)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Reasons({ reasons }: Pick<ImportSummary, 'reasons'>) {
  const t = useText();
  return (
    <section aria-label={t('loanImport.reasonsTitle')}>
      <h3 className={classes.heading}>{t('loanImport.reasonsTitle')}</h3>
      <ul className={classes.reasons}>
        {reasons.map(({ outcome, column, reason, count, rows }) => (
          <li key={`${outcome}:${column}:${reason}`}>
            <div className={classes.reasonHead}>
              <StatusChip tone={OUTCOME_TONES[outcome]} label={t(`loanImport.${outcome}`)} />
              <strong>{t('loanImport.reasonRows', { count })}</strong>
              {column !== '' && <span className={work.quiet}>{column}</span>}
            </div>
            <p>{fileWords(reason)}</p>
            <p className={work.quiet}>
              {t(count > rows.length ? 'loanImport.firstRows' : 'loanImport.theseRows', {
                rows: rows.join(', '),
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Absent({
  summary,
  upload,
  recallAbsent,
  onRecall,
}: SummaryProps & { summary: ImportSummary }) {
  const t = useText();
  const { absentLoans: count, absentDueAmount, absentHeld, absentWorked } = summary;
  return (
    <section aria-label={t('loanImport.absentTitle', { count })}>
      <h3 className={classes.heading}>{t('loanImport.absentTitle', { count })}</h3>
      <p className={work.quiet}>
        {t('loanImport.absentBody', {
          client: upload.Client_Name,
          amount: formatRupees(absentDueAmount),
          held: formatCount(absentHeld),
          worked: formatCount(absentWorked),
        })}
      </p>
      <Checkbox
        className={classes.recall ?? ''}
        label={t('loanImport.recallAbsent', { count })}
        description={t('loanImport.recallAbsentHelp')}
        checked={recallAbsent === count}
        onChange={(event) => onRecall(event.currentTarget.checked ? count : null)}
      />
      <details>
        <summary className={classes.savedHead}>{t('loanImport.absentShow')}</summary>
        <AbsentList upload={upload} />
      </details>
    </section>
  );
}

function AbsentList({ upload }: { upload: LoanImport }) {
  const t = useText();
  const state = useOwnPage();
  const loans = useAbsentLoans(upload, state.page);
  const columns = useMemo(
    (): DataColumn<AbsentLoan>[] => [
      textColumn('number', t('loanFields.Loan_ID'), (loan) => loan.Loan_ID, { card: 'title' }),
      textColumn('name', t('loanFields.Customer_Name'), (loan) => loan.Customer_Name, {
        card: 'line',
      }),
      textColumn('bucket', t('loanFields.Bucket'), (loan) => loan.Bucket),
      moneyColumn('due', t('loanFields.Total_Due_Amount'), (loan) => loan.Total_Due_Amount),
      textColumn('holder', t('loanImport.holder'), (loan) => loan.holderName),
    ],
    [t],
  );
  return (
    <List<AbsentLoan>
      name="import-absent"
      label={t('loanImport.absentShow')}
      columns={columns}
      list={loans}
      state={state}
      rowLabel={(loan) => loan.Loan_ID}
      hasColumnChooser={false}
    />
  );
}
