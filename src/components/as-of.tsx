import { isBusyError } from '../lib/busy.ts';
import { formatDayTime } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';

/** When what is shown was read, epoch milliseconds, while the server gives no answer (`error`: why); null: it is from now. */
export function AsOf({ at, error }: { at: number | null; error: unknown }) {
  const t = useText();
  if (at === null) return null;
  return (
    <output className="rc-quiet-small">
      {t(isBusyError(error) ? 'states.busyAsOf' : 'states.offlineAsOf', {
        time: formatDayTime(new Date(at).toISOString()),
      })}
    </output>
  );
}
