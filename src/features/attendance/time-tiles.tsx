import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { formatHours } from '../../lib/duration.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

/** The sums of a range: how many, logged in, active, of that idle, on break; seconds. */
export function TimeTiles(props: {
  first: { label: string; value: number };
  totals: {
    loggedInSeconds: number;
    breakSeconds: number;
    activeSeconds: number;
    idleSeconds: number | null;
  };
  /** Days the times are spread over, for the average; 0 leaves it out. */
  perDay: number;
}) {
  const { first, totals, perDay } = props;
  const t = useText();
  const average = (seconds: number) =>
    perDay > 1 ? { comparison: t('attendance.aDay', { time: formatHours(seconds / perDay) }) } : {};
  return (
    <StatTiles>
      <StatTile label={first.label} value={formatCount(first.value)} />
      <StatTile
        label={t('words.loggedIn')}
        value={formatHours(totals.loggedInSeconds)}
        {...average(totals.loggedInSeconds)}
      />
      <StatTile
        label={t('attendance.active')}
        value={formatHours(totals.activeSeconds)}
        {...average(totals.activeSeconds)}
      />
      {totals.idleSeconds !== null && (
        <StatTile
          label={t('attendance.idle')}
          value={formatHours(totals.idleSeconds)}
          {...average(totals.idleSeconds)}
        />
      )}
      <StatTile
        label={t('words.breaks')}
        value={formatHours(totals.breakSeconds)}
        {...average(totals.breakSeconds)}
      />
    </StatTiles>
  );
}
