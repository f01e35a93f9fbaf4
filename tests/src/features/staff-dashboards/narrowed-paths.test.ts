import { expect, it } from 'vitest';
import { casesPath, reportPath } from '../../../../src/features/staff-dashboards/board-paths.ts';
import { collectionPath } from '../../../../src/lib/collection-path.ts';

it('figures of a narrowed board open what they are the sum of', () => {
  const part = { clientName: ['A & B', 'C'], collectorId: 'x' };
  const narrowed = 'clientName=A+%26+B&clientName=C&collectorId=x';
  const days = 'gte=2026-11-01&lte=2026-11-29';
  expect(collectionPath('2026-11-01', '2026-11-29', part)).toBe(
    `/collection-report?${days}&${narrowed}`,
  );
  expect(reportPath('2026-11-01', '2026-11-29', part)).toBe(`/daily-reports?${days}&${narrowed}`);
  expect(casesPath('promises', '', part)).toBe(`/home?view=promises&${narrowed}`);
  expect(collectionPath('2026-11-01')).toBe('/collection-report?gte=2026-11-01&lte=2026-11-01');
});
