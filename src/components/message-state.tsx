import { IconMessage, IconBrandWhatsapp } from '@tabler/icons-react';
import { formatDayTime } from '../lib/dates.ts';
import { jobWords } from '../lib/job-words.ts';
import { formatPhone } from '../lib/phone.ts';
import type { Catalogue } from '../lib/texts/catalogue.ts';
import { useText } from '../lib/texts/texts.ts';
import { StatusChip } from './status-chip.tsx';
import type { Tone } from './status-chip.tsx';
import { Timeline } from './timeline.tsx';
import classes from './message-state.module.css';

/** A message to a borrower, as chips and histories show it. */
export interface ShownMessage {
  _id: string;
  channel: 'SMS' | 'WHATSAPP';
  number: string;
  text: string;
  templateName: string;
  state: keyof Catalogue['messages']['states'];
  /** `recorder`: nothing left the server. */
  provider: string | null;
  error: string | null;
  reason: string | null;
  createdBy: string | null;
  createdAt: string;
  deliveredAt: string | null;
  readAt: string | null;
}

const TONES: Readonly<Record<ShownMessage['state'], Tone>> = {
  QUEUED: 'quiet',
  SENDING: 'quiet',
  SENT: 'info',
  DELIVERED: 'good',
  READ: 'good',
  FAILED: 'danger',
  UNKNOWN: 'warn',
  REFUSED: 'warn',
};

/** Where a message stands, as icon, word and colour. */
export function MessageStateChip({ message }: { message: ShownMessage }) {
  const t = useText();
  if (message.provider === 'recorder' && message.state === 'SENT')
    return <StatusChip tone="quiet" label={t('messages.recorded')} />;
  return <StatusChip tone={TONES[message.state]} label={t(`messages.states.${message.state}`)} />;
}

/** Gives the words of a reason code of the contact rules or of a sending. */
export function useReasonWords(): (reason: string) => string {
  const t = useText();
  return (reason) =>
    t(
      `messages.reasons.${reason}` as 'messages.reasons.NO',
      t(`gate.${reason}` as 'gate.HOURS', t('messages.reasons.NO')),
    );
}

/** Why a message stands as it does, where there is more to say than its state; null when not. */
export function MessageProblem({ message }: { message: ShownMessage }) {
  const t = useText();
  const words = useReasonWords();
  const { state, reason } = message;
  const error = message.error === null ? null : jobWords(message.error);
  const lines: Readonly<Partial<Record<ShownMessage['state'], string | null>>> = {
    REFUSED: reason === null ? null : words(reason),
    UNKNOWN: [error, t('messages.unknownHelp')].filter(Boolean).join(' '),
    FAILED: error,
    QUEUED: error,
  };
  const line = lines[state] ?? null;
  return line === null ? null : <span className={classes.problem}>{line}</span>;
}

/** A loan's messages on one line, newest first. */
export function MessageTimeline({ messages }: { messages: readonly ShownMessage[] }) {
  const t = useText();
  if (messages.length === 0) return <p className={classes.none}>{t('messages.noneOfLoan')}</p>;
  const items = messages.map((message) => {
    const Icon = message.channel === 'SMS' ? IconMessage : IconBrandWhatsapp;
    return {
      id: message._id,
      title: (
        <span className="rc-inline-row">
          {`${t(`messages.${message.channel}`)}: ${message.templateName}`}
          <MessageStateChip message={message} />
        </span>
      ),
      meta: [formatDayTime(message.createdAt), message.createdBy, formatPhone(message.number)]
        .filter(Boolean)
        .join(' · '),
      icon: <Icon size={14} stroke={1.8} />,
      tone: TONES[message.state],
      body: (
        <span className="rc-stack-4">
          <span className={classes.text}>{message.text}</span>
          <MessageProblem message={message} />
        </span>
      ),
    };
  });
  return <Timeline label={t('menu.messages')} items={items} />;
}
