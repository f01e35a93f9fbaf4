import { Anchor } from '@mantine/core';
import { addDays, currentMonth } from '../lib/dates.ts';
import { useText } from '../lib/texts/texts.ts';
import { DayText } from './figure.tsx';

interface Days {
  from: string;
  to: string;
}

/** Which days a list counts; of the present month's, little in its first days, one press leads to the month before. */
export function CountedDays(props: {
  /** Undefined while they are on their way. */
  days: Days | undefined;
  onChange: (days: Days) => void;
}) {
  const t = useText();
  const { days, onChange } = props;
  const month = currentMonth();
  const last = addDays(month.from, -1);
  return (
    <div className="rc-sum">
      {days !== undefined && (
        <output>
          <DayText value={days.from} /> – <DayText value={days.to} />
        </output>
      )}{' '}
      {days?.from === month.from && (
        <Anchor
          component="button"
          type="button"
          inherit
          onClick={() => onChange({ from: `${last.slice(0, 8)}01`, to: last })}
        >
          {t('reportWords.preset.lastMonth')}
        </Anchor>
      )}
    </div>
  );
}
