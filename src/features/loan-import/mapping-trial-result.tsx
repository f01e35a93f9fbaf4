import type { PendingLoan } from '../../../contract/loan-import.ts';
import type { MappingTrial } from '../../../contract/loan-mapping.ts';
import { Notice } from '../../components/notice.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { RowProblems } from './row-problems.tsx';
import work from '../../components/sheet-work.module.css';
import classes from './loan-import.module.css';

const COUNTS = [
  { key: 'good', field: 'goodRows', tone: 'good' },
  { key: 'refused', field: 'failedRows', tone: 'danger' },
  { key: 'duplicate', field: 'duplicateRows', tone: 'warn' },
] as const;

// What scrolls must be reachable by keys.
const scrollable = { tabIndex: 0 };

/** What the mapping makes of the file's first rows: counts, what is lacking, good rows, refused rows with reasons. */
export function MappingTrialResult({ trial, isStale }: { trial: MappingTrial; isStale: boolean }) {
  const t = useText();
  return (
    <section className={classes.trial} aria-label={t('loanMappings.tryTitle')}>
      {isStale && <Notice tone="warn" title={t('loanMappings.changedSince')} />}
      <output className={work.quiet}>{t('loanMappings.looked', { count: trial.rows })}</output>
      <div className={work.counts}>
        {COUNTS.map(({ key, field, tone }) => (
          <div key={key} className={work.count} data-tone={trial[field] > 0 ? tone : 'quiet'}>
            <span className={work.countLabel}>{t(`loanMappings.${key}`)}</span>
            <span className={work.countValue}>{formatCount(trial[field])}</span>
          </div>
        ))}
      </div>
      <Lacking trial={trial} />
      {trial.refused.length > 0 && (
        <Rows title={t('loanMappings.refusedRows')} rows={trial.refused} />
      )}
      {trial.good.length > 0 && <Rows title={t('loanMappings.goodRows')} rows={trial.good} />}
    </section>
  );
}

function Lacking({ trial }: { trial: MappingTrial }) {
  const t = useText();
  const isWhole = trial.absentColumns.length === 0 && trial.missingFields.length === 0;
  if (isWhole && trial.rows === trial.goodRows)
    return <Notice tone="good" title={t('loanMappings.allGood')} />;
  return (
    <>
      {trial.missingFields.length > 0 && (
        <Notice tone="danger" title={t('loanMappings.missing')}>
          {trial.missingFields.map((field) => t(`loanFields.${field}`)).join(', ')}
        </Notice>
      )}
      {trial.absentColumns.length > 0 && (
        <Notice tone="warn" title={t('loanMappings.absent')}>
          {trial.absentColumns.join(', ')}
        </Notice>
      )}
    </>
  );
}

function Rows({ title, rows }: { title: string; rows: readonly PendingLoan[] }) {
  const t = useText();
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <section className={classes.trialRows} {...scrollable} aria-label={title}>
        <ul>
          {rows.map((row) => (
            <li key={row.row}>
              <strong>{t('words.rowNumber', { row: row.row })}</strong>
              {row.outcome === 'NEW' && <Values row={row} />}
              {row.problems.length > 0 && <RowProblems row={row} />}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Values({ row }: { row: PendingLoan }) {
  const {
    Loan_ID: number,
    Customer_Name: name,
    Total_Due_Amount: due,
    Mobile_Number: phone,
  } = row.values;
  return (
    <span className={work.quiet}>{[number, name, due, phone].filter(Boolean).join(' · ')}</span>
  );
}
