import { smsLength } from '../../../contract/message-text.ts';
import type { MessageChannel } from '../../../contract/message-template.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './messages.module.css';

/** A text as the borrower's phone shows it, and how many SMS it makes. */
export function MessageBubble({ text, channel }: { text: string; channel: MessageChannel }) {
  const t = useText();
  const { encoding, length, segments, left } = smsLength(text);
  return (
    <figure className={classes.figure} aria-label={t('messages.text')}>
      <blockquote className={classes.bubble} data-channel={channel}>
        {text}
      </blockquote>
      {channel === 'SMS' && (
        <figcaption className={classes.quiet}>
          {`${t('messages.segments', { count: segments })} · ${t('messages.length', { length, encoding, left })}`}
        </figcaption>
      )}
    </figure>
  );
}
