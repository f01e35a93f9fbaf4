import { expect, it } from 'vitest';
import { chartedOf } from '../../../../src/features/reports/report-matter.ts';
import { detailText, groupText, sumText } from '../../../../src/features/reports/report-value.ts';
import { formatDuration, formatHours } from '../../../../src/lib/duration.ts';

it('says 49 minutes among hours as 0:49:00, a short call as 0:49', () => {
  expect([formatHours(2940), formatHours(31_740), formatHours(-1)]).toEqual([
    '0:49:00',
    '8:49:00',
    '0:00:00',
  ]);
  expect([formatDuration(49), formatDuration(3601)]).toEqual(['0:49', '1:00:01']);
  expect(sumText('talkSeconds', 2940)).toBe('0:49:00');
});

it('names a month as people do, and charts what follows each other', () => {
  const month = { group: '2026-03', label: null };
  const t = ((key: string) => key) as unknown as Parameters<typeof groupText>[0];
  expect(groupText(t, { report: 'performance', by: 'month' }, month)).toBe('03-2026');
  expect(groupText(t, { report: 'rollRate', by: 'flowMonth' }, month)).toBe('03-2026');
  const calls = {
    report: 'callStatus',
    measures: ['calls', 'rightParty', 'connects'],
    totals: [3, 1, null],
  } as const;
  const charted = (by: 'hour' | 'agent') =>
    chartedOf({ ...calls, by, measures: [...calls.measures], totals: [...calls.totals] });
  // What the reader does not see is not drawn.
  expect(charted('hour')).toEqual([
    { measure: 'calls', at: 0 },
    { measure: 'rightParty', at: 1 },
  ]);
  expect(charted('agent')).toEqual([]);
});

it('says outcomes and statuses in the reader’s words, those of the agency’s own as they are', () => {
  const t = ((key: string) => key) as unknown as Parameters<typeof detailText>[0];
  expect(detailText(t, 'lastOutcome', 'Promise to pay')).toBe('contacts.code.PTP');
  expect(detailText(t, 'outcome', 'Door locked')).toBe('fieldLoan.code.FIELD_DOOR_LOCKED');
  expect(detailText(t, 'outcome', 'Abroad until spring')).toBe('Abroad until spring');
  expect(detailText(t, 'status', 'WITHDRAWN')).toBe('loanLife.WITHDRAWN');
});
