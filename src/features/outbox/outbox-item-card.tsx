import { Button } from '@mantine/core';
import { IconArrowForwardUp, IconPaperclip, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { dispositionWords } from '../../components/disposition-words.ts';
import { rightTime } from '../../lib/clock.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { RelativeTimeText, useNow } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { showUndo } from '../../components/toast-store.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { OutboxItemState } from '../../offline/outbox-item.ts';
import { retry, setAside } from '../../offline/outbox.ts';
import { OutboxItemSaid } from './outbox-item-said.tsx';
import type { ShownItem } from './outbox-queries.ts';
import { RefusedFileActions } from './refused-file-actions.tsx';
import classes from './outbox-item-card.module.css';

const TONES: Record<OutboxItemState, Tone> = {
  queued: 'warn',
  sending: 'info',
  attention: 'danger',
  files: 'info',
  sent: 'good',
};

/** One item: what it is, how it stands and why, when it goes next, what the server last said, what to do. */
export function OutboxItemCard({ item, loanPath }: { item: ShownItem; loanPath: string | null }) {
  const t = useText();
  const what = t(`outbox.what.${item.call ?? 'unknown'}`);
  const came = item.disposition;
  const title = came === null ? what : `${what}: ${dispositionWords(t, came.code, came.label)}`;
  const name = item.customerName ?? null;
  const isInReview = item.reason === 'inReview';
  return (
    <li className={classes.card} data-state={item.state}>
      <div className={classes.head}>
        <h3 className="rc-subheading rc-words">{title}</h3>
        <StatusChip
          tone={item.isSetAside ? 'quiet' : isInReview ? 'warn' : TONES[item.state]}
          label={item.isSetAside ? t('outbox.setAsideState') : t(`outbox.state.${item.state}`)}
        />
      </div>
      {name !== null &&
        (loanPath === null ? (
          <p className={classes.who}>{`${name} · ${item.loanNumber ?? ''}`}</p>
        ) : (
          <Link className={classes.who} to={loanPath}>
            {`${name} · ${item.loanNumber ?? ''}`}
          </Link>
        ))}
      <OutboxItemSaid item={item} />
      {(item.state !== 'sent' || isInReview) && (
        <p className={classes.reason}>
          {item.isSetAside ? t('outbox.setAsideReason') : t(`outbox.reason.${item.reason}`)}
        </p>
      )}
      <LastAnswer item={item} />
      <div className={classes.meta}>
        <span>{t('outbox.number', { number: item.sequence })}</span>
        <ItemTimes item={item} />
        <ItemFiles item={item} />
      </div>
      {item.state === 'attention' && <ItemActions item={item} />}
    </li>
  );
}

function LastAnswer({ item }: { item: ShownItem }) {
  const t = useText();
  const { answer } = item;
  if (answer === null || item.state === 'sent') return null;
  const when = formatDayTime(rightTime(answer.at));
  const words = () => {
    if (answer.status === 0) return t('outbox.noAnswer', { when });
    if (answer.message === null) return t('outbox.answeredBare', { status: answer.status, when });
    return t('outbox.answered', { message: answer.message, status: answer.status, when });
  };
  return (
    <p className={classes.answer}>
      <span className={classes.answerLabel}>{t('outbox.lastAnswer')}</span>
      {words()}
    </p>
  );
}

function ItemTimes({ item }: { item: ShownItem }) {
  const t = useText();
  const now = useNow(30_000);
  if (item.confirmedAt !== null) {
    return (
      <span>{t('outbox.confirmedAt', { when: formatDayTime(rightTime(item.confirmedAt)) })}</span>
    );
  }
  const isLater = item.nextTryAt !== null && item.nextTryAt > now;
  return (
    <>
      <span>{t('outbox.savedAt', { when: formatDayTime(item.savedAt) })}</span>
      {isLater && item.nextTryAt !== null && (
        <span>
          {t('outbox.nextTry')} <RelativeTimeText value={rightTime(item.nextTryAt)} />
        </span>
      )}
    </>
  );
}

function ItemFiles({ item }: { item: ShownItem }) {
  const t = useText();
  const count = item.files.length;
  if (count === 0) return null;
  const waiting = item.files.filter((file) => file.state !== 'delivered').length;
  return (
    <span className={classes.files}>
      <IconPaperclip size={14} stroke={1.8} aria-hidden />
      {waiting === 0 || item.confirmedAt === null
        ? t('outbox.files', { count })
        : t('outbox.filesWaiting', { waiting, count })}
      {sentWords(t, item)}
    </span>
  );
}

/** How far files are that go in parts; nothing before the first part and after the last. */
function sentWords(t: ReturnType<typeof useText>, { state, files }: ShownItem): string {
  const open = files.filter((file) => file.state === 'waiting');
  const sent = open.reduce((sum, { sentBytes, size }) => sum + Math.min(sentBytes, size), 0);
  if (state !== 'files' || sent === 0) return '';
  const size = open.reduce((sum, file) => sum + file.size, 0);
  return ` · ${t('outbox.filesSent', { sent: formatBytes(sent), size: formatBytes(size) })}`;
}

function ItemActions({ item }: { item: ShownItem }) {
  const t = useText();
  const confirm = useConfirm();
  const putAside = async () => {
    const isSure = await confirm({
      title: t('outbox.setAsideTitle'),
      body: t('outbox.setAsideBody'),
      confirmLabel: t('outbox.setAside'),
    });
    if (!isSure) return;
    await setAside(item.opId);
    showUndo(t('outbox.setAsideDone'), () => void retry(item.opId));
  };
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.8} />}
        onClick={() => void retry(item.opId)}
      >
        {t('fieldLoan.visit.positionAgain')}
      </Button>
      {item.reason === 'fileRefused' && <RefusedFileActions item={item} />}
      {!item.isSetAside && item.confirmedAt === null && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconArrowForwardUp size={16} stroke={1.8} />}
          onClick={() => void putAside()}
        >
          {t('outbox.setAside')}
        </Button>
      )}
    </div>
  );
}
