import { expect, it } from 'vitest';
import { GATE_REASONS } from '../../../contract/contact-rules.ts';
import { isGateOpen } from '../../../src/components/contact-gate-words.ts';

it('a manager’s leave opens the gate, but never to a wrong or blocked number, to strangers, to who is being spoken to or on a closed loan', () => {
  const leaveUntil = new Date(Date.now() + 3_600_000).toISOString();
  const counts = { today: 0, perDay: null, week: 0, perWeek: null, to: '19:00', until: null };
  const shut = GATE_REASONS.filter((reason) => !isGateOpen({ ...counts, reason, leaveUntil }));
  expect(shut).toEqual(['LOAN_CLOSED', 'THIRD_PARTY', 'NUMBER_BLOCKED', 'WRONG_NUMBER', 'IN_CALL']);
  expect(isGateOpen({ ...counts, reason: null, leaveUntil: null })).toBe(true);
});
