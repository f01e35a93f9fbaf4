import type { LoanImport, PendingLoan } from '../../../contract/loan-import.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import work from '../../components/sheet-work.module.css';

type Outcome = PendingLoan['outcome'];

const COUNTS = [
  { outcome: 'NEW', key: 'newRows', help: 'loanImport.newHelp', tone: 'good' },
  { outcome: 'UPDATE', key: 'updateRows', help: 'loanImport.updateHelp', tone: 'info' },
  { outcome: 'UNCHANGED', key: 'unchangedRows', help: 'loanImport.unchangedHelp', tone: 'quiet' },
  { outcome: 'DUPLICATE', key: 'duplicateRows', help: 'loanImport.duplicateHelp', tone: 'warn' },
  { outcome: 'FAILED', key: 'failedRows', help: 'loanImport.failedHelp', tone: 'danger' },
  { outcome: 'SKIPPED', key: 'skippedRows', help: 'loanImport.skippedHelp', tone: 'quiet' },
] as const;

interface CountsProps {
  upload: LoanImport;
  /** With these, each count is a button that shows its rows. */
  chosen?: Outcome | null;
  onChoose?: (outcome: Outcome | null) => void;
}

/** The true counts of an upload by what becomes of the rows. */
export function ImportCounts({ upload, chosen = null, onChoose }: CountsProps) {
  const t = useText();
  return (
    <div className={work.counts}>
      {COUNTS.map(({ outcome, key, help, tone }) => {
        const count = upload[key];
        const content = (
          <>
            <span className={work.countLabel}>{t(`loanImport.${key}`)}</span>
            <span className={work.countValue}>{formatCount(count)}</span>
            <span className={work.countHelp}>{t(help)}</span>
          </>
        );
        const shared = { className: work.count, 'data-tone': count > 0 ? tone : 'quiet' };
        if (onChoose === undefined) {
          return (
            <div key={key} {...shared}>
              {content}
            </div>
          );
        }
        const isChosen = chosen === outcome;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? null : outcome)}
            {...shared}
          >
            {content}
          </button>
        );
      })}
    </div>
  );
}
