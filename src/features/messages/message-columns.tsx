import type { Message } from '../../../contract/message.ts';
import { instantColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { PhoneText, TwoLines } from '../../components/figure.tsx';
import { MessageProblem, MessageStateChip } from '../../components/message-state.tsx';
import { formatDayTime } from '../../lib/dates.ts';
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
  return [
    {
      key: 'borrower',
      title: t('words.borrower'),
      isFixed: true,
      render: (message) => (
        <TwoLines
          first={message.Customer_Name}
          second={`${message.Loan_ID} · ${message.Client_Name}`}
        />
      ),
    },
    instantColumn('at', t('words.when'), (message) => message.createdAt),
    {
      key: 'channel',
      title: t('fieldNames.channel'),
      render: (message) => (
        <TwoLines
          first={t(`messages.${message.channel}`)}
          second={<PhoneText value={message.number} />}
        />
      ),
    },
    {
      key: 'text',
      title: t('messages.text'),
      card: 'line',
      render: (message) => (
        <span className={classes.text}>
          {message.text}
          <span className={classes.quiet}>{`\n${message.templateName}`}</span>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (message) => <StateCell message={message} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`messages.states.${state as Message['state']}`),
        },
      ],
    },
    textColumn('by', t('messages.by'), (message) => message.createdBy ?? '–'),
  ];
}
