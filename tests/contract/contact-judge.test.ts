import { expect, test } from 'vitest';
import { judgeContact } from '../../contract/contact-judge.ts';
import { CONTACT_CHANNELS, HOLD_KINDS, comparableNumber } from '../../contract/contact-rules.ts';
import type { ContactFacts, ContactQuestion } from '../../contract/contact-rules.ts';
import { oracleAllows } from '../support/contact-oracle.ts';
import { seededRandom } from '../../server/random.ts';

/** `npm run soak` asks for more. */
const ATTEMPTS = Number(process.env.CONTACTS ?? 100_000);
const SEED = Number(process.env.SEED ?? 20_261_121);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Facts without any rule but hours. */
const free: ContactFacts = {
  isWorked: true,
  zone: 'Asia/Kolkata',
  from: '08:00',
  to: '19:00',
  closedWeekdays: [],
  festivalDays: [],
  perDay: null,
  perWeek: null,
  daysAfterTalk: 0,
  messagesPerDay: null,
  allowsThirdParties: false,
  holds: [],
  avoidTimes: [],
  numbers: [],
  attempts: [],
};

const ask = (at: string, more: Partial<ContactQuestion> = {}): ContactQuestion => ({
  channel: 'CALL',
  number: '9876501234',
  at: new Date(at),
  ...more,
});

const verdict = (facts: Partial<ContactFacts>, question: ContactQuestion) => {
  const { reason, until } = judgeContact({ ...free, ...facts }, question);
  return [reason, until?.toISOString() ?? null];
};

const attempt = (n: number, at: string, more: Partial<ContactFacts['attempts'][number]> = {}) => ({
  id: id(n),
  channel: 'CALL' as const,
  number: '9876501234',
  at,
  isTalk: false,
  isOfLoan: true,
  ...more,
});

test('contacts end at 19:00 and begin at 08:00 of the borrower’s clock', () => {
  expect(verdict({}, ask('2026-11-20T02:29:59Z'))).toEqual(['HOURS', '2026-11-20T02:30:00.000Z']);
  expect(verdict({}, ask('2026-11-20T02:30:00Z'))).toEqual([null, null]);
  expect(verdict({}, ask('2026-11-20T13:29:59Z'))).toEqual([null, null]);
  expect(verdict({}, ask('2026-11-20T13:30:00Z'))).toEqual(['HOURS', '2026-11-21T02:30:00.000Z']);
});

test('in a zone that changes its clock the hours go with the clock', () => {
  const there = { zone: 'America/New_York' };
  // 7 March 2026 is winter time, the 8th summer time.
  expect(verdict(there, ask('2026-03-08T00:30:00Z'))).toEqual([
    'HOURS',
    '2026-03-08T12:00:00.000Z',
  ]);
  expect(verdict(there, ask('2026-03-07T12:30:00Z'))).toEqual([
    'HOURS',
    '2026-03-07T13:00:00.000Z',
  ]);
  // 02:30 does not exist on that night: the clock's jump ends the wait.
  const early = { ...there, from: '02:30' };
  expect(verdict(early, ask('2026-03-08T06:30:00Z'))).toEqual([
    'HOURS',
    '2026-03-08T07:00:00.000Z',
  ]);
  // 01:30 comes twice on 1 November: in the second 01:10 it is not past.
  const twice = { ...there, from: '01:30' };
  expect(verdict(twice, ask('2026-11-01T06:10:00Z'))).toEqual([
    'HOURS',
    '2026-11-01T06:30:00.000Z',
  ]);
});

test('the seventh in seven days is the last, until the first of them is eight days old', () => {
  const attempts = Array.from({ length: 7 }, (_, day) => attempt(day, `2026-11-1${day}T06:00:00Z`));
  const regF = { perWeek: 7, attempts };
  expect(verdict(regF, ask('2026-11-16T09:00:00Z'))).toEqual([
    'WEEK_LIMIT',
    '2026-11-17T02:30:00.000Z',
  ]);
  expect(verdict({ ...regF, attempts: attempts.slice(1) }, ask('2026-11-16T09:00:00Z'))).toEqual([
    null,
    null,
  ]);
});

test('after a talk there is silence for seven days, that of the talk included', () => {
  const attempts = [attempt(1, '2026-11-10T06:00:00Z', { isTalk: true })];
  const regF = { daysAfterTalk: 7, attempts };
  expect(verdict(regF, ask('2026-11-16T10:00:00Z'))).toEqual([
    'AFTER_TALK',
    '2026-11-17T02:30:00.000Z',
  ]);
  expect(verdict(regF, ask('2026-11-17T02:30:00Z'))).toEqual([null, null]);
});

test('a number counts over all its loans, messages count for themselves', () => {
  const attempts = [
    attempt(1, '2026-11-20T06:00:00Z', { isOfLoan: false }),
    attempt(2, '2026-11-20T07:00:00Z', { channel: 'SMS' }),
  ];
  const facts = { perDay: 1, messagesPerDay: 2, attempts };
  expect(verdict(facts, ask('2026-11-20T08:00:00Z'))[0]).toBe('DAY_LIMIT');
  expect(verdict(facts, ask('2026-11-20T08:00:00Z', { number: null }))[0]).toBeNull();
  expect(verdict(facts, ask('2026-11-20T08:00:00Z', { channel: 'SMS' }))[0]).toBeNull();
});

test('a hold names its end, the end of a day without contacts comes on top', () => {
  const holds = [
    {
      kind: 'BEREAVEMENT' as const,
      channel: null,
      from: '2026-11-20T00:00:00Z',
      until: '2026-12-03T18:30:00Z',
    },
  ];
  const facts = { holds, festivalDays: ['2026-12-04'] };
  expect(verdict(facts, ask('2026-11-21T06:00:00Z'))).toEqual([
    'BEREAVEMENT',
    '2026-12-05T02:30:00.000Z',
  ]);
  const endless = { holds: [{ ...holds[0]!, until: null }] };
  expect(verdict(endless, ask('2026-11-21T06:00:00Z'))).toEqual(['BEREAVEMENT', null]);
});

test('a closed loan, family, and a blocked number have no end', () => {
  const noon = '2026-11-20T06:30:00Z';
  expect(verdict({ isWorked: false }, ask(noon))).toEqual(['LOAN_CLOSED', null]);
  expect(verdict({}, ask(noon, { toThirdParty: true }))).toEqual(['THIRD_PARTY', null]);
  const numbers = [
    { number: '9876501234', isWrong: true, since: '2026-11-01T00:00:00Z', endedAt: null },
  ];
  expect(verdict({ numbers }, ask(noon))).toEqual(['WRONG_NUMBER', null]);
  expect(verdict({ numbers }, ask(noon, { number: '9000000000' }))[0]).toBeNull();
});

test('numbers are compared by their last ten digits', () => {
  expect(comparableNumber('+91 98765-01234')).toBe('9876501234');
  expect(comparableNumber('09876501234')).toBe('9876501234');
  expect(comparableNumber(' ')).toBeNull();
});

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
const NUMBERS = ['9876501234', '9000000001', null];

test(
  `of ${ATTEMPTS} random attempts none is judged otherwise than by the oracle`,
  { timeout: 0 },
  () => {
    const source = seededRandom(String(SEED));
    const random = () => source.next();
    const int = (below: number) => Math.floor(random() * below);
    const pick = <Item>(items: readonly Item[]): Item => items[int(items.length)]!;
    const clock = () => `${String(int(24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`;
    /** Around the nights on which clocks change as often as not. */
    const start = () =>
      Date.parse(
        pick(['2026-03-07', '2026-03-29', '2026-04-04', '2026-10-24', '2026-10-31', '2026-11-18']),
      ) +
      int(9) * DAY;
    const iso = (at: number) => new Date(at).toISOString();
    const range = (): [string, string] => {
      const [a, b] = [clock(), clock()].toSorted();
      return a === b || a === undefined || b === undefined ? ['08:00', '19:00'] : [a, b];
    };
    let [allowed, forbidden, checkedUntil] = [0, 0, 0];
    for (let done = 0; done < ATTEMPTS;) {
      const base = start();
      const around = () => base + int(20 * 24 * 60) * MINUTE - 10 * DAY;
      const [from, to] = random() < 0.5 ? ['08:00', '19:00'] : range();
      const [avoidFrom, avoidTo] = range();
      const few = (most: number) => Array.from({ length: random() < 0.5 ? 0 : int(most + 1) });
      let facts: ContactFacts = {
        ...free,
        isWorked: random() < 0.98,
        zone: pick(ZONES),
        from,
        to,
        closedWeekdays: random() < 0.2 ? [int(7)] : [],
        festivalDays: random() < 0.2 ? [iso(around()).slice(0, 10)] : [],
        perDay: pick([null, 1, 2, 3]),
        perWeek: pick([null, 3, 7]),
        daysAfterTalk: pick([0, 0, 3, 7]),
        messagesPerDay: pick([null, 1, 3]),
        allowsThirdParties: random() < 0.2,
        holds: few(2).map(() => ({
          kind: pick(HOLD_KINDS),
          channel: random() < 0.5 ? null : pick(CONTACT_CHANNELS),
          from: iso(around()),
          until: random() < 0.3 ? null : iso(around()),
        })),
        avoidTimes: few(2).map(() => ({
          weekdays: [int(7), int(7)],
          from: avoidFrom,
          to: avoidTo,
          untilDay: random() < 0.5 ? null : iso(around()).slice(0, 10),
          since: iso(around()),
          endedAt: random() < 0.7 ? null : iso(around()),
        })),
        numbers: few(1).map(() => ({
          number: pick(['9876501234', '9000000001']),
          isWrong: random() < 0.5,
          since: iso(around()),
          endedAt: random() < 0.5 ? null : iso(around()),
        })),
      };
      // A story of one borrower: contacts in any order, those that were made counting for all that come later.
      for (let step = 0; step < 25 && done < ATTEMPTS; step += 1, done += 1) {
        const question: ContactQuestion = {
          attemptId: id(step),
          channel: pick(CONTACT_CHANNELS),
          number: pick(NUMBERS),
          at: new Date(around()),
          toThirdParty: random() < 0.05,
          isTalk: random() < 0.3,
        };
        const { reason, until } = judgeContact(facts, question);
        const isAllowed = oracleAllows(facts, question);
        if ((reason === null) !== isAllowed)
          throw new Error(
            `seed ${SEED}, ${done}: ${reason} ${JSON.stringify({ facts, question })}`,
          );
        if (reason !== null && until !== null) {
          checkedUntil += 1;
          if (until <= question.at || !oracleAllows(facts, question, until.getTime()))
            throw new Error(
              `seed ${SEED}, ${done}: until ${until.toISOString()} ${JSON.stringify({ facts, question })}`,
            );
          // Quarters of an hour before it: still no. Clocks put back may open an hour sooner.
          const soon = Math.max(question.at.getTime(), until.getTime() - 15 * MINUTE);
          for (let at = soon; at < until.getTime() && facts.zone === 'Asia/Kolkata'; at += MINUTE)
            if (oracleAllows(facts, question, at))
              throw new Error(
                `seed ${SEED}, ${done}: sooner ${iso(at)} ${JSON.stringify({ facts, question, until })}`,
              );
        }
        if (isAllowed) allowed += 1;
        else forbidden += 1;
        // Allowed ones are made; of those that are not, some are (delivered later, or with a manager's leave).
        if (isAllowed || random() < 0.1)
          facts = {
            ...facts,
            attempts: [
              ...facts.attempts,
              {
                id: id(step),
                channel: question.channel,
                number: question.number,
                at: question.at.toISOString(),
                isTalk: question.isTalk === true,
                isOfLoan: question.number === null || random() < 0.8,
              },
            ],
          };
      }
    }
    expect(allowed).toBeGreaterThan(ATTEMPTS / 50);
    expect(forbidden).toBeGreaterThan(ATTEMPTS / 2);
    expect(checkedUntil).toBeGreaterThan(ATTEMPTS / 10);
  },
);
