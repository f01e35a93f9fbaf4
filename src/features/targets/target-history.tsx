import type { TFunction } from 'i18next';
import { targetCalls } from '../../../contract/target.ts';
import type { TargetChange } from '../../../contract/target.ts';
import { DayText } from '../../components/figure.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

function amountWords(t: TFunction, { before, after }: TargetChange): string[] {
  if (after === null) return [t('targets.wasRemoved', { amount: formatRupees(before) })];
  if (before === null) return [t('targets.wasSet', { amount: formatRupees(after) })];
  if (before === after) return [];
  return [t('words.changeLine', { before: formatRupees(before), after: formatRupees(after) })];
}

/** What a change of a target made of it, and of which part of the book it is. */
function changeText(t: TFunction, change: TargetChange): string {
  const counted = change.counts.map(({ measure, before, after }) =>
    before === null
      ? `${t(`targets.${measure}`)}: ${formatCount(after)}`
      : `${t(`targets.${measure}`)}: ${formatCount(before)} → ${after === null ? '–' : formatCount(after)}`,
  );
  const words = [...amountWords(t, change), ...counted].join(', ');
  return change.about === null ? words : `${change.about}: ${words}`;
}

/** Changes of targets, the newest first. */
export function TargetChanges({ changes }: { changes: readonly TargetChange[] }) {
  const t = useText();
  return (
    <ul className="rc-stack-6 rc-plain-list">
      {changes.map((change) => (
        <li key={change._id}>
          {changeText(t, change)}
          <span className="rc-quiet-small">
            {' '}
            · <DayText value={change.at} show="both" />
            {change.by !== null && ` · ${change.by}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** How one target came to be what it is; nothing until that is read. */
export function TargetHistory({ id }: { id: string }) {
  const t = useText();
  const { data } = useCallQuery(targetCalls.listTargetChanges, { params: { id } });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section aria-label={t('words.changes')} className="rc-stack-6">
      <h3 className="rc-subheading">{t('words.changes')}</h3>
      <TargetChanges changes={data.data} />
    </section>
  );
}
