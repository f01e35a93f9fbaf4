// @vitest-environment page
import { expect, it, onTestFinished } from 'vitest';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { gateReasonWords, isGateOpen } from '../../../src/components/contact-gate-words.ts';
import { noteClock } from '../../../src/lib/clock.ts';
import { formatDay } from '../../../src/lib/dates.ts';
import { loadAllTexts, startTexts, text } from '../../../src/lib/texts/texts.ts';

it('a manager’s leave opens the gate, but never to a wrong or blocked number, to strangers, to who is being spoken to or on a closed loan', () => {
  const leaveUntil = new Date(Date.now() + 3_600_000).toISOString();
  const counts = { today: 0, perDay: null, week: 0, perWeek: null, to: '19:00', until: null };
  const shut = GATE_REASONS.filter((reason) => !isGateOpen({ ...counts, reason, leaveUntil }));
  expect(shut).toEqual(['LOAN_CLOSED', 'THIRD_PARTY', 'NUMBER_BLOCKED', 'WRONG_NUMBER', 'IN_CALL']);
  expect(isGateOpen({ ...counts, reason: null, leaveUntil: null })).toBe(true);
});

it('says the day of an end that is not today’s, on a phone a day fast too', async () => {
  await startTexts('en');
  await loadAllTexts();
  onTestFinished(() => noteClock(null));
  const dayMs = 86_400_000;
  noteClock({ heardMs: Date.now() - dayMs, offsetMs: -dayMs });
  // This phone's today is the server's tomorrow.
  const tomorrow = new Date();
  expect(gateReasonWords(text(), 'HOURS', tomorrow)).toContain(formatDay(tomorrow));
});
