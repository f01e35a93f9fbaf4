import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconArrowsSplit2,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleX,
  IconClockQuestion,
  IconClockX,
  IconClockExclamation,
  IconCoinRupee,
  IconDatabaseExclamation,
  IconDatabaseX,
  IconFileAlert,
  IconFileCheck,
  IconFileText,
  IconHeartBroken,
  IconMapPin,
  IconMessageX,
  IconReceipt,
  IconReceipt2,
  IconReceiptOff,
  IconReceiptRefund,
  IconShieldCheck,
  IconShieldQuestion,
  IconShieldX,
  IconTransfer,
  IconX,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Notification, NotificationKind } from '../../../contract/notification.ts';
import type { Role } from '../../../contract/roles.ts';
import { RelativeTimeText } from '../../components/figure.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { notificationDetails, notificationPath, notificationWords } from './notification-words.ts';
import classes from './notifications.module.css';

const icons: Readonly<Record<NotificationKind, typeof IconX>> = {
  ALLOCATION: IconTransfer,
  FIELD_DISPOSITION: IconMapPin,
  SETTLEMENT_PROPOSED: IconArrowsSplit2,
  SETTLEMENT_APPROVED: IconCircleCheck,
  SETTLEMENT_REJECTED: IconCircleX,
  SETTLEMENT_LETTER: IconFileText,
  SETTLEMENT_COUNTERED: IconArrowsExchange,
  SETTLEMENT_WITHDRAWN: IconCircleX,
  SETTLEMENT_CLOSED: IconCircleX,
  SETTLEMENT_WAITS: IconClockExclamation,
  SETTLEMENT_DUE_SOON: IconClockExclamation,
  SETTLEMENT_FULFILLED: IconCircleCheck,
  SETTLEMENT_BROKEN: IconHeartBroken,
  SETTLEMENT_EXPIRED: IconCalendarOff,
  SETTLEMENT_RESUMED: IconCoinRupee,
  SETTLEMENT_REOPENED: IconArrowBackUp,
  SETTLEMENT_BOUNCED: IconReceiptOff,
  SETTLEMENT_LETTER_DIFFERS: IconFileAlert,
  IMPORT_FINISHED: IconFileCheck,
  IMPORT_FAILED: IconFileAlert,
  PROMISE_BROKEN: IconHeartBroken,
  RECEIPT_CANCEL_ASKED: IconReceiptRefund,
  RECEIPT_CANCELLED: IconReceiptOff,
  RECEIPT_EXCESS: IconReceipt2,
  DEPOSIT_CANCELLED: IconReceiptOff,
  RECEIPT_TAKEN_OUT: IconReceiptOff,
  RECEIPT_KEPT: IconReceipt,
  WORK_REVIEW: IconClockQuestion,
  WORK_REFUSED: IconClockX,
  BACKUP_FAILED: IconDatabaseX,
  BACKUP_LATE: IconDatabaseExclamation,
  BACKUP_KEY_CHANGED: IconDatabaseExclamation,
  PUT_BACK: IconDatabaseExclamation,
  REPORT_READY: IconFileCheck,
  REPORT_FAILED: IconDatabaseExclamation,
  SHARING_OUT_FAILED: IconTransfer,
  SENDING_FAILED: IconMessageX,
  CONTACT_BREACH: IconShieldX,
  CONTACT_EXCEPTION: IconShieldQuestion,
  EXCEPTION_GRANTED: IconShieldCheck,
  EXCEPTION_REFUSED: IconShieldX,
};

/** One notification: what, who, when; a link where it leads somewhere; a button that removes it or puts it back. */
export function NotificationRow(props: {
  notice: Notification;
  role: Role;
  onSetActive?: (notice: Notification, isActive: boolean) => void;
  /** Its link was followed. */
  onOpen?: () => void;
}) {
  const { notice, role, onSetActive, onOpen } = props;
  const t = useText();
  const words = notificationWords(t, notice);
  const path = notificationPath(role, notice);
  const Icon = icons[notice.kind];
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' || onSetActive === undefined || !notice.isActive) return;
    event.preventDefault();
    onSetActive(notice, false);
  };
  return (
    <li className={classes.row} data-done={!notice.isActive || undefined}>
      <span className={classes.kind} data-kind={notice.kind} aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <div className={classes.words}>
        {path === null ? (
          <p className={classes.what}>{words}</p>
        ) : (
          <Link
            to={path}
            className={classes.what}
            onClick={onOpen}
            onKeyDown={handleKey}
            data-notice
          >
            {words}
          </Link>
        )}
        <p className={classes.details}>
          {notificationDetails(t, notice).map((part) => (
            <Fragment key={part}>
              <span>{part}</span>{' '}
            </Fragment>
          ))}
          <RelativeTimeText value={notice.createdAt} />
        </p>
      </div>
      {onSetActive !== undefined && (
        <RowButton
          words={words}
          isActive={notice.isActive}
          isRowsFocus={path === null}
          onKeyDown={handleKey}
          onClick={() => onSetActive(notice, !notice.isActive)}
        />
      )}
    </li>
  );
}

/** Removes the row's notification, or puts it back. */
function RowButton(props: {
  words: string;
  isActive: boolean;
  /** The row has no link: the focus comes here. */
  isRowsFocus: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick: () => void;
}) {
  const { words, isActive, isRowsFocus, onKeyDown, onClick } = props;
  const t = useText();
  return (
    <ActionIcon
      className={classes.remove}
      variant="subtle"
      color="gray"
      size="lg"
      data-notice={isRowsFocus || undefined}
      aria-label={t(isActive ? 'notifications.removeLong' : 'notifications.putBackLong', { words })}
      title={t(isActive ? 'common.remove' : 'notifications.putBack')}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {isActive ? (
        <IconX size={18} stroke={1.8} aria-hidden />
      ) : (
        <IconArrowBackUp size={18} stroke={1.8} aria-hidden />
      )}
    </ActionIcon>
  );
}
