import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { Backup, BackupSettings } from '../../../contract/backups.ts';
import { FactGroup } from '../../components/facts.tsx';
import { DayText } from '../../components/figure.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/page.tsx';
import { ProgressPanel } from '../../components/progress-panel.tsx';
import { formatClock } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

const DAY_MS = 86_400_000;

/** What an admin must know first: is there a key, a good backup of the last day, one in work. */
export function BackupStanding(props: {
  settings: BackupSettings;
  inWork: Backup | undefined;
  now: number;
  onKey: () => void;
}) {
  const { settings, inWork, now, onKey } = props;
  const t = useText();
  const isLate = settings.lastGoodAt === null || now - Date.parse(settings.lastGoodAt) > DAY_MS;
  if (settings.recipient === null)
    return (
      <Notice
        tone="warn"
        title={t('backups.noKeyTitle')}
        action={
          <Button leftSection={<IconKey size={16} aria-hidden />} onClick={onKey}>
            {t('backups.begin')}
          </Button>
        }
      >
        {t('backups.noKeyBody')}
      </Notice>
    );
  return (
    <>
      {inWork !== undefined && <InWork backup={inWork} />}
      {isLate && inWork === undefined && <Late settings={settings} />}
      <Standing settings={settings} />
    </>
  );
}

/** Why there is none of the last day depends on whether there was one, and on who should have made it. */
function Late({ settings: { lastGoodAt, isScheduled } }: { settings: BackupSettings }) {
  const t = useText();
  const isNone = lastGoodAt === null;
  const scheduled = isNone ? t('backups.noneBody') : t('backups.lateBody');
  return (
    <Notice
      tone={isNone ? 'warn' : 'danger'}
      title={isNone ? t('backups.noneTitle') : t('backups.lateTitle')}
    >
      {isScheduled ? scheduled : t('backups.lateByHandBody')}
    </Notice>
  );
}

function InWork({ backup }: { backup: Backup }) {
  const t = useText();
  const isWriting = backup.state === 'WRITING';
  return (
    <ProgressPanel
      title={t(`backups.state_${backup.state}`)}
      done={backup.doneRows}
      total={isWriting ? backup.expectedRows : null}
    />
  );
}

function Standing({ settings }: { settings: BackupSettings }) {
  const t = useText();
  const { lastGoodAt, lastDrillAt, isScheduled, at, place } = settings;
  const kept = {
    daily: settings.keepDaily,
    weekly: settings.keepWeekly,
    monthly: settings.keepMonthly,
  };
  return (
    <Panel>
      <FactGroup
        title={t('backups.standing')}
        facts={[
          {
            isWide: 'phone',
            label: t('backups.lastGood'),
            value:
              lastGoodAt === null ? t('backups.never') : <DayText value={lastGoodAt} show="both" />,
          },
          {
            isWide: 'phone',
            label: t('backups.lastDrill'),
            value:
              lastDrillAt === null ? (
                t('backups.never')
              ) : (
                <DayText value={lastDrillAt} show="both" />
              ),
          },
          {
            label: t('backups.schedule'),
            value: isScheduled
              ? t('backups.dailyAt', { at: formatClock(at) })
              : t('backups.byHand'),
          },
          { label: t('backups.kept'), value: t('backups.keptWords', kept) },
          { label: t('backups.place'), value: place, isWide: true },
          { label: t('backups.publicKey'), value: settings.recipient, isWide: true },
        ]}
      />
    </Panel>
  );
}
