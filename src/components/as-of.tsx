import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';

/** When what is shown was read, epoch milliseconds, while there is no network; null: it is from now. */
export function AsOf({ at }: { at: number | null }) {
  const t = useText();
  if (at === null) return null;
  return (
    <output className="rc-quiet-small">
      {t('states.offlineAsOf', { time: formatDayTime(new Date(at).toISOString()) })}
    </output>
  );
}
