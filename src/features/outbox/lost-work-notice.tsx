import type { TFunction } from 'i18next';
import { Notice } from '../../components/notice.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { LostRange } from './lost-work.ts';
import { useLostWork } from './outbox-queries.ts';
import classes from './outbox-screen.module.css';

/** Saved work that the browser threw away before it was sent: which numbers, from when, and what to do now. */
export function LostWorkNotice() {
  const t = useText();
  const lost = useLostWork().data ?? [];
  const count = lost.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  if (count === 0) return null;
  return (
    <Notice isAlert tone="danger" title={t('outbox.lost', { count })}>
      <ul className={classes.lost}>
        {lost.map((range) => (
          <li key={range.from}>{rangeWords(t, range)}</li>
        ))}
      </ul>
      {t('outbox.lostBody')}
    </Notice>
  );
}

function rangeWords(t: TFunction, range: LostRange): string {
  const numbers = t(range.from === range.to ? 'outbox.lostNumber' : 'outbox.lostNumbers', {
    from: range.from,
    to: range.to,
  });
  const after = formatDayTime(range.after);
  const before = formatDayTime(range.before);
  if (range.after === null && range.before === null) return numbers;
  const when =
    range.before === null
      ? t('outbox.lostAfter', { after })
      : range.after === null
        ? t('outbox.lostBefore', { before })
        : t('outbox.lostBetween', { after, before });
  return `${numbers}, ${when}`;
}
