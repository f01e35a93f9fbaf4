import { ROW_OUTCOMES } from '../../../contract/activity-sheet.ts';
import type { ActivitySheet, RowOutcome } from '../../../contract/activity-sheet.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { OUTCOME_TONES } from './sheet-tones.ts';
import classes from '../../components/sheet-work.module.css';

/** Rows and rupees by outcome; each is a button that shows its rows. */
export function SheetCounts(props: {
  sheet: ActivitySheet;
  chosen: RowOutcome | null;
  onChoose: (outcome: RowOutcome | null) => void;
}) {
  const { sheet, chosen, onChoose } = props;
  const t = useText();
  return (
    <div className={classes.counts}>
      {ROW_OUTCOMES[sheet.kind].map((outcome: RowOutcome) => {
        const count = sheet.counts[outcome] ?? { rows: 0, amount: 0 };
        const isChosen = chosen === outcome;
        return (
          <button
            key={outcome}
            type="button"
            className={classes.count}
            data-tone={count.rows > 0 ? OUTCOME_TONES[outcome] : 'quiet'}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? null : outcome)}
          >
            <span className={classes.countLabel}>{t(`activitySheets.outcome_${outcome}`)}</span>
            <span className={classes.countValue}>{formatCount(count.rows)}</span>
            {sheet.kind !== 'ALLOCATION' && (
              <span className={classes.countHelp}>{formatRupees(count.amount)}</span>
            )}
            <span className={classes.countHelp}>{t(`activitySheets.help_${outcome}`)}</span>
          </button>
        );
      })}
    </div>
  );
}
