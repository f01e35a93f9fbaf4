import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { TFunction } from 'i18next';
import { Notice } from '../../components/notice.tsx';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { markClearedTold } from '../../offline/cleared-phone.ts';
import { markLostFormsTold } from '../../offline/lost-forms.ts';
import type { OutboxSummary } from '../../offline/outbox-summary.ts';
import { LeftFormsNotice } from './left-forms-notice.tsx';
import { useStorageHealth, useLostWork } from './outbox-queries.ts';
import type { LostRange } from './lost-work.ts';
import classes from './outbox-screen.module.css';

/** What holds up everything, what was lost, what may soon go wrong, and what belongs to others; the worst first. */
export function OutboxNotices({
  summary,
  onShowAttention,
}: {
  summary: OutboxSummary;
  /** Shows only what needs the person; undefined when that is shown already. */
  onShowAttention: (() => void) | undefined;
}) {
  const t = useText();
  const { attention, othersUnsent, othersAwaitLogin, isClockOff } = summary;
  return (
    <>
      <LostWorkNotice />
      <ClearedNotice cleared={summary.cleared} />
      <LostFormsNotice lostForms={summary.lostForms} />
      <PauseNotice pause={summary.pause} />
      {attention > 0 && (
        <Notice
          tone="danger"
          title={t('outbox.attention', { count: attention })}
          action={
            onShowAttention && (
              <Button variant="default" size="xs" onClick={onShowAttention}>
                {t('outbox.filter')}
              </Button>
            )
          }
        >
          {t('outbox.attentionBody')}
        </Notice>
      )}
      <StorageNotice />
      {isClockOff && (
        <Notice tone="warn" title={t('outbox.clockOff')}>
          {t('outbox.clockOffBody')}
        </Notice>
      )}
      <LeftFormsNotice />
      {othersUnsent > 0 && (
        <Notice tone="info" title={t('outbox.others', { count: othersUnsent })}>
          {othersAwaitLogin > 0
            ? t('outbox.othersAwaitLogin', { count: othersAwaitLogin })
            : t('outbox.othersBody')}
        </Notice>
      )}
    </>
  );
}

/** The whole of this phone's storage was cleared: what was saved since the last contact is gone. */
function ClearedNotice({ cleared }: Pick<OutboxSummary, 'cleared'>) {
  const t = useText();
  if (cleared === null) return null;
  const { lastContactAt, missingCount } = cleared;
  return (
    <Notice
      isAlert
      tone="danger"
      title={t('outbox.cleared')}
      action={
        <Button variant="default" size="xs" onClick={() => void markClearedTold()}>
          {t('outbox.clearedKnown')}
        </Button>
      }
    >
      {missingCount > 0 && `${t('outbox.clearedMissing', { count: missingCount })} `}
      {t('outbox.clearedBody', { when: formatDayTime(lastContactAt) })}
    </Notice>
  );
}

/** Forms that were not finished went with the key to them: how many, and of which days. */
function LostFormsNotice({ lostForms }: Pick<OutboxSummary, 'lostForms'>) {
  const t = useText();
  if (lostForms.length === 0) return null;
  const times = lostForms.filter((at) => at !== null).toSorted((one, other) => one - other);
  const days = [...new Set(times.map((at) => formatDay(at)))].join(', ');
  return (
    <Notice
      isAlert
      tone="danger"
      title={t('outbox.lostForms', { count: lostForms.length })}
      action={
        <Button variant="default" size="xs" onClick={() => void markLostFormsTold()}>
          {t('outbox.clearedKnown')}
        </Button>
      }
    >
      {days !== '' && `${t('outbox.lostFormsOf', { days })} `}
      {t('outbox.lostFormsBody')}
    </Notice>
  );
}

function PauseNotice({ pause }: Pick<OutboxSummary, 'pause'>) {
  const t = useText();
  if (pause === null) return null;
  return (
    <Notice
      isAlert
      tone="danger"
      title={t(`outbox.pause.${pause}`)}
      {...(pause === 'login' && {
        action: (
          <Button component={Link} to="/logout" variant="default" size="xs">
            {t('outbox.logInAgain')}
          </Button>
        ),
      })}
    >
      {t(`outbox.pauseBody.${pause}`)}
    </Notice>
  );
}

function StorageNotice() {
  const t = useText();
  const health = useStorageHealth().data;
  if (health === undefined || !health.isLow) return null;
  const { isFull } = health;
  return (
    <Notice
      tone={isFull ? 'danger' : 'warn'}
      title={t(isFull ? 'outbox.storageFullTitle' : 'outbox.storageLowTitle')}
    >
      {t(isFull ? 'outbox.storageFullBody' : 'outbox.storageLow')}
    </Notice>
  );
}

/** Saved work that the browser threw away before it was sent: which numbers, from when, and what to do now. */
function LostWorkNotice() {
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
