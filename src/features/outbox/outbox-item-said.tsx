import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { ShownItem } from './outbox-queries.ts';
import classes from './outbox-item-card.module.css';

/** Where the bodies of calls have an amount, a day, and texts that somebody typed. */
const AMOUNTS = ['offeredAmount', 'amountCollected', 'promiseAmount'];
const DAYS = ['validUntil', 'date'];
const TEXTS = ['paymentReference', 'excessReason', 'reason', 'remarks'];

/** What a correction of a loan sets. */
const correctedValues = ({ changes }: NonNullable<ShownItem['body']>): unknown[] =>
  typeof changes === 'object' && changes !== null ? Object.values(changes) : [];

/** A body has its days as a form or as the wire has them. */
const dayWords = (day: string) => (/^\d{4}-/.test(day) ? formatDay(day) : day);

/**
 * What was typed, as long as it does not count: whoever has to record it again reads it here. Where it can't be read here, that it
 * can't: the item has no other name.
 */
export function OutboxItemSaid({ item: { body, state, reason } }: { item: ShownItem }) {
  const t = useText();
  const isTaken = (state === 'sent' && reason !== 'inReview') || state === 'files';
  if (body === null) return <p className={classes.said}>{t('outbox.saidUnreadable')}</p>;
  if (isTaken) return null;
  const valueOf = (names: readonly string[]) =>
    names.map((name) => body[name]).find((value) => value !== undefined && value !== null);
  const amount = valueOf(AMOUNTS);
  const day = valueOf(DAYS);
  const said = [
    typeof amount === 'number' ? formatRupees(amount) : '',
    typeof day === 'string' ? dayWords(day) : '',
    ...correctedValues(body),
    ...TEXTS.map((name) => body[name]),
  ].filter((each) => typeof each === 'string' && each !== '');
  if (said.length === 0) return null;
  return <p className={classes.said}>{t('outbox.said', { what: said.join(' · ') })}</p>;
}
