import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { WatchedDevice } from '../../../contract/device-watch.ts';
import { StatusChip } from '../../components/status-chip.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useMarkGapSeen } from './device-queries.ts';
import classes from './devices.module.css';

type Gap = WatchedDevice['gaps'][number];

/** Work that a device numbered and lost: which numbers, noticed when, and whether the agent was asked. */
export function DeviceGaps({ gaps }: { gaps: readonly Gap[] }) {
  const t = useText();
  if (gaps.length === 0) return <p className="rc-quiet">{t('devices.lostNone')}</p>;
  return (
    <>
      <p className="rc-quiet">{t('devices.lostBody')}</p>
      <ul className={classes.gaps}>
        {gaps.map((gap) => (
          <GapLine key={gap._id} gap={gap} />
        ))}
      </ul>
    </>
  );
}

function GapLine({ gap }: { gap: Gap }) {
  const t = useText();
  const mark = useMarkGapSeen();
  const { firstSequence: first, lastSequence: last, seenAt } = gap;
  const numbers =
    first === last ? t('devices.lostNumber', { first }) : t('devices.lostNumbers', { first, last });
  return (
    <li className={classes.gap}>
      <span className={classes.name}>
        <span className="rc-row-tight">
          <strong>{numbers}</strong>
          <StatusChip
            tone={seenAt === null ? 'danger' : 'quiet'}
            label={t('devices.lostMissing', { count: gap.missing })}
          />
        </span>
        <span className="rc-quiet">
          {t('devices.lostNoticed', { when: formatDayTime(gap.noticedAt) })}
          {seenAt !== null && ` · ${t('devices.lostSeen', { when: formatDayTime(seenAt) })}`}
        </span>
      </span>
      {seenAt === null && (
        <Button
          variant="default"
          size="xs"
          loading={mark.isPending}
          leftSection={<IconCheck size={15} stroke={2} aria-hidden />}
          onClick={() =>
            whenDone(mark.mutateAsync(gap._id), () => showSuccess(t('devices.markedSeen')))
          }
        >
          {t('devices.markSeen')}
        </Button>
      )}
    </li>
  );
}
