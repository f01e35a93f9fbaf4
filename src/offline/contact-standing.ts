import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import type { ContactChannel, ContactFacts, ContactVerdict } from '../../contract/contact-rules.ts';
import { isTalk } from '../../contract/disposition.ts';
import type { Disposition } from '../../contract/disposition.ts';

/** What a device says of a contact, with the figures that stand beside it. */
export interface ContactStanding extends ContactVerdict {
  /** Limits; null: none. */
  perDay: number | null;
  perWeek: number | null;
  /** When contacts end, `HH:mm` of the borrower's clock; `24:00` is the day's end. */
  to: string;
}

/** A contact of this device that the loan's facts may not know of yet. */
export type OwnContact = Pick<
  Disposition,
  '_id' | 'channel' | 'code' | 'disposition_class' | 'disCreatedAt'
>;

/** Whether a contact is allowed now, by the rules that came with its loan; null when none came. */
export function contactStanding(
  facts: ContactFacts | undefined,
  ask: { channel: ContactChannel; number?: string | null; at: number; attemptId?: string },
  own: readonly OwnContact[] = [],
): ContactStanding | null {
  if (facts === undefined) return null;
  const known = new Set(facts.attempts.map(({ id }) => id));
  const unknown = own
    .filter(({ _id }) => !known.has(_id))
    .map(({ _id, channel, code, disposition_class: kind, disCreatedAt }) => ({
      id: _id,
      channel: channel === 'CALL' ? ('CALL' as const) : ('VISIT' as const),
      number: null,
      at: disCreatedAt,
      isTalk: isTalk(code, kind),
      isOfLoan: true,
    }));
  const verdict = judgeContact(
    { ...facts, attempts: [...facts.attempts, ...unknown] },
    {
      channel: ask.channel,
      number: comparableNumber(ask.number),
      at: new Date(ask.at),
      ...(ask.attemptId !== undefined && { attemptId: ask.attemptId }),
    },
  );
  return { ...verdict, perDay: facts.perDay, perWeek: facts.perWeek, to: facts.to };
}
