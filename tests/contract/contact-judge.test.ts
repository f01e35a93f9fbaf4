import { expect, test } from 'vitest';
import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber, numberSoFar } from '../../contract/contact-rules.ts';
import type { ContactFacts, ContactQuestion } from '../../contract/contact-rules.ts';
import { casesOf, givenSeed } from '../support/cases.ts';
import { oracleAllows } from '../support/contact-oracle.ts';
import { ContactStory, storyId as id } from '../support/contact-story.ts';
import { FREE_CONTACT } from '../support/free-contact.ts';
import { seededRandom } from '../../server/random.ts';

const ATTEMPTS = casesOf(100_000);
const SEED = Number(givenSeed ?? 20_261_121);

const MINUTE = 60_000;

const ask = (at: string, more: Partial<ContactQuestion> = {}): ContactQuestion => ({
  channel: 'CALL',
  number: '9876501234',
  at: new Date(at),
  ...more,
});

const verdict = (facts: Partial<ContactFacts>, question: ContactQuestion) => {
  const { reason, until } = judgeContact({ ...FREE_CONTACT, ...facts }, question);
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
  const hold = { kind: 'BEREAVEMENT' as const, channel: null, from: '2026-11-20T00:00:00Z' };
  const holds = [{ ...hold, until: '2026-12-03T18:30:00Z' }];
  const facts = { holds, festivalDays: ['2026-12-04'] };
  expect(verdict(facts, ask('2026-11-21T06:00:00Z'))).toEqual([
    'BEREAVEMENT',
    '2026-12-05T02:30:00.000Z',
  ]);
  const endless = { holds: [{ ...hold, until: null }] };
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

test.each([
  ['+91 98765 4', '987654'],
  ['91 98765 4', '987654'],
  ['0091-98765', '98765'],
  ['098765 43210', '9876543210'],
  ['९८७६५ ४', '987654'],
  ['9198', '9198'],
  ['+91', null],
  ['+91 9', '9'],
  ['VIFI 98765', null],
  ['98765 43210, 98765 43211', null],
])('of a number typed as "%s" the digits %s are looked for', (typed, digits) => {
  expect(numberSoFar(typed)).toBe(digits);
});

/** Complains when the rules judge one otherwise than the oracle, or name a wrong end. */
function compare(facts: ContactFacts, question: ContactQuestion): boolean {
  const { reason, until } = judgeContact(facts, question);
  const isAllowed = oracleAllows(facts, question);
  const say = (what: string) =>
    new Error(`seed ${SEED}: ${what} ${JSON.stringify({ facts, question, reason, until })}`);
  if ((reason === null) !== isAllowed) throw say('judged otherwise');
  if (until === null) return isAllowed;
  if (until <= question.at || !oracleAllows(facts, question, until.getTime()))
    throw say('not allowed at its end');
  // The minutes before it: still no. Where clocks are put back it may open an hour sooner.
  const soon = Math.max(question.at.getTime(), until.getTime() - 15 * MINUTE);
  for (let at = soon; at < until.getTime() && facts.zone === 'Asia/Kolkata'; at += MINUTE)
    if (oracleAllows(facts, question, at)) throw say('allowed sooner');
  return isAllowed;
}

test(
  `of ${ATTEMPTS} random attempts none is judged otherwise than by the oracle`,
  {
    timeout: 0,
  },
  () => {
    const random = seededRandom(String(SEED));
    let allowed = 0;
    for (let done = 0; done < ATTEMPTS;) {
      const story = new ContactStory(random);
      for (let step = 0; step < 25 && done < ATTEMPTS; step += 1, done += 1) {
        const question = story.next(step);
        const isAllowed = compare(story.facts, question);
        if (isAllowed) allowed += 1;
        story.go(question, isAllowed);
      }
    }
    expect(allowed).toBeGreaterThan(ATTEMPTS / 50);
    expect(allowed).toBeLessThan(ATTEMPTS / 2);
  },
);
