import { CONTACT_CHANNELS, HOLD_KINDS } from '../../contract/contact-rules.ts';
import type { ContactFacts, ContactQuestion } from '../../contract/contact-rules.ts';
import type { Random } from '../../server/random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Zones that change their clocks at midnight, at two, by half an hour, and not at all. */
const ZONES = [
  'Asia/Kolkata',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
] as const;
const NUMBERS = ['9876501234', '9000000001', null] as const;
/** Most of them days before a night on which some clock changes. */
const STARTS = [
  '2026-03-07',
  '2026-03-29',
  '2026-04-04',
  '2026-10-24',
  '2026-10-31',
  '2026-11-18',
] as const;

const iso = (at: number) => new Date(at).toISOString();

/** A made-up id. */
export const storyId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** One borrower's rules, and contacts with it in any order. */
export class ContactStory {
  facts: ContactFacts;
  readonly #random: Random;
  readonly #base: number;

  constructor(random: Random) {
    this.#random = random;
    this.#base = Date.parse(random.pick(STARTS)) + random.between(0, 8) * DAY;
    this.facts = this.#rules();
  }

  #around(): number {
    return this.#base + this.#random.between(-10 * 1440, 10 * 1440) * MINUTE;
  }

  #range(): { from: string; to: string } {
    const clock = () =>
      `${String(this.#random.between(0, 23)).padStart(2, '0')}:${this.#random.pick(['00', '15', '30', '45'])}`;
    const [from = '', to = ''] = [clock(), clock()].toSorted();
    return from === to ? { from: '08:00', to: '19:00' } : { from, to };
  }

  #few<Item>(most: number, make: () => Item): Item[] {
    const length = this.#random.chance(0.5) ? 0 : this.#random.between(0, most);
    return Array.from({ length }, make);
  }

  #rules(): ContactFacts {
    const random = this.#random;
    const perhaps = (share: number) => (random.chance(share) ? iso(this.#around()) : null);
    return {
      isWorked: random.chance(0.98),
      zone: random.pick(ZONES),
      ...(random.chance(0.5) ? { from: '08:00', to: '19:00' } : this.#range()),
      closedWeekdays: random.chance(0.2) ? [random.between(0, 6)] : [],
      festivalDays: random.chance(0.2) ? [iso(this.#around()).slice(0, 10)] : [],
      perDay: random.pick([null, 1, 2, 3]),
      perWeek: random.pick([null, 3, 7]),
      daysAfterTalk: random.pick([0, 0, 3, 7]),
      messagesPerDay: random.pick([null, 1, 3]),
      allowsThirdParties: random.chance(0.2),
      holds: this.#few(2, () => ({
        kind: random.pick(HOLD_KINDS),
        channel: random.chance(0.5) ? null : random.pick(CONTACT_CHANNELS),
        from: iso(this.#around()),
        until: perhaps(0.7),
      })),
      avoidTimes: this.#few(2, () => ({
        weekdays: [random.between(0, 6), random.between(0, 6)],
        ...this.#range(),
        untilDay: perhaps(0.5)?.slice(0, 10) ?? null,
        since: iso(this.#around()),
        endedAt: perhaps(0.3),
      })),
      numbers: this.#few(1, () => ({
        number: random.pick(['9876501234', '9000000001']),
        isWrong: random.chance(0.5),
        since: iso(this.#around()),
        endedAt: perhaps(0.5),
      })),
      attempts: [],
    };
  }

  /** The next contact that somebody wants to make, or made. */
  next(step: number): ContactQuestion {
    const random = this.#random;
    return {
      attemptId: storyId(step),
      channel: random.pick(CONTACT_CHANNELS),
      number: random.pick(NUMBERS),
      at: new Date(this.#around()),
      toThirdParty: random.chance(0.05),
      isTalk: random.chance(0.3),
    };
  }

  /** Allowed ones are made; of those that are not, some are (delivered later, or with a manager's leave). */
  go(question: ContactQuestion, isAllowed: boolean): void {
    if (!isAllowed && !this.#random.chance(0.1)) return;
    const { attemptId = '', channel, number, at, isTalk = false } = question;
    const isOfLoan = number === null || this.#random.chance(0.8);
    const attempt = { id: attemptId, channel, number, at: at.toISOString(), isTalk, isOfLoan };
    this.facts.attempts.push(attempt);
  }
}
