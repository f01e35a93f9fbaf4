import { useMemo } from 'react';
import type { Message } from '../../../contract/message.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import { DayText } from '../../components/figure.tsx';
import { MessageProblem, MessageStateChip } from '../../components/message-state.tsx';
import { formatDayTime } from '../../lib/dates.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './messages.module.css';

function StateCell({ message }: { message: Message }) {
  const t = useText();
  const { nextAt, attempts } = message;
  return (
    <span className={classes.state}>
      <MessageStateChip message={message} />
      <MessageProblem message={message} />
      {nextAt !== null && (
        <span className={classes.quiet}>
          {`${t('messages.retryAt', { time: formatDayTime(nextAt) })} · ${t('messages.tries', { count: attempts })}`}
        </span>
      )}
    </span>
  );
}

/** The columns of the list of messages. */
export function useMessageColumns(): DataColumn<Message>[] {
  const t = useText();
  return useMemo(
    () => [
      {
        key: 'borrower',
        title: t('messages.borrower'),
        isFixed: true,
        render: (message) => (
          <span className={classes.name}>
            {message.Customer_Name}
            <span className={classes.quiet}>{`${message.Loan_ID} · ${message.Client_Name}`}</span>
          </span>
        ),
      },
      {
        key: 'at',
        title: t('messages.at'),
        render: (message) => <DayText value={message.createdAt} show="both" />,
      },
      {
        key: 'channel',
        title: t('messages.channel'),
        render: (message) => (
          <span className={classes.name}>
            {t(`messages.${message.channel}`)}
            <span className={classes.phone}>{formatPhone(message.number)}</span>
          </span>
        ),
      },
      {
        key: 'text',
        title: t('messages.text'),
        render: (message) => (
          <span className={classes.text}>
            {message.text}
            <span className={classes.quiet}>{`\n${message.templateName}`}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('messages.state'),
        render: (message) => <StateCell message={message} />,
      },
      { key: 'by', title: t('messages.by'), render: (message) => message.createdBy ?? '–' },
    ],
    [t],
  );
}

/** A message as a card, for lists on a phone. */
export function MessageCard({ message }: { message: Message }) {
  const t = useText();
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <span className={classes.name}>
          <strong>{message.Customer_Name}</strong>
          <span className={classes.quiet}>
            {`${message.Loan_ID} · ${t(`messages.${message.channel}`)} · ${formatPhone(message.number)}`}
          </span>
        </span>
        <StateCell message={message} />
      </div>
      <div className={classes.cardText}>{message.text}</div>
      <div className={classes.quiet}>
        {[formatDayTime(message.createdAt), message.templateName, message.createdBy]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}
