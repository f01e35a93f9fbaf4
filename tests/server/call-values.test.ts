import { describe, expect, it } from 'vitest';
import { callRowChecker } from '../../server/call-sheets/call-row-check.ts';
import { checkInstant, checkNumber, checkSeconds } from '../../server/call-sheets/call-values.ts';
import { dayColumn } from '../../server/spreadsheets/day-value.ts';
import { Refusal } from '../../server/spreadsheets/refusal.ts';
import type { TableHeader } from '../../server/spreadsheets/table-header.ts';

const refusal: unknown = expect.any(Refusal);
const instant = (text: string, day: string | null) =>
  checkInstant(text, day, dayColumn('DAY_FIRST'));

describe('a cell of a call sheet', () => {
  it('has a number with all its digits, or is refused', () => {
    expect(checkNumber('9.822010003E9')).toBe('9822010003');
    expect(checkNumber('9.19822010004E+11')).toBe('9822010004');
    expect(checkNumber('९८२२०१०००७')).toBe('9822010007');
    expect(checkNumber('9.1982201E+11')).toEqual(refusal);
    expect(checkNumber('9822010006 / 9822010007')).toEqual(refusal);
  });

  it("reads a workbook's times of day and lengths", () => {
    expect(instant('0.420601851851852', '2026-11-20')).toBe('2026-11-20 10:05:40');
    expect(instant('0.9999999', '2026-11-20')).toBe('2026-11-20 23:59:59');
    expect(instant('0.420601851851852', null)).toEqual(refusal);
    expect(checkSeconds('0.000462962962963')).toBe('40');
    expect(checkSeconds('0.005')).toBe('432');
    expect(checkSeconds('35.4')).toBe('35');
    expect(checkSeconds('0')).toBe('0');
  });
});

const header: TableHeader = {
  headers: ['Id', 'Number', 'Start'],
  positions: [0, 1, 2],
  columns: [],
  placed: [],
  rowNumber: 1,
  width: 3,
  unnamed: [],
};
const outcome = (line: string) => line.split('\t')[2];
const row = (number: number, ...cells: string[]) => ({ number, cells });

describe('the rows of a call sheet', () => {
  const mapping = { Call_ID: 'Id', Number: 'Number', Start_Time: 'Start' };
  const checkerOf = (order: 'DAY_FIRST' | 'MONTH_FIRST') =>
    callRowChecker('S', header, mapping, {
      order,
      today: '2026-11-27',
    });

  it('are refused where their call id has lost its last digits', () => {
    const { check } = checkerOf('DAY_FIRST');
    expect(outcome(check(row(2, '1.7E+15', '9822010001', '20-11-2026 10:00')))).toBe('FAILED');
  });

  it('are refused where the call is still to come', () => {
    const { check } = checkerOf('DAY_FIRST');
    expect(outcome(check(row(2, 'a', '9822010001', '28-11-2026 10:00')))).toBe('FAILED');
    expect(outcome(check(row(3, 'b', '9822010001', '27-11-2026 23:00')))).toBe('READY');
  });

  it('prove that their days start with the month', () => {
    const rows = [
      row(2, 'a', '9822010001', '11/05/2026 10:00'),
      row(3, 'b', '9822010001', '11/25/2026 10:00'),
    ];
    const first = checkerOf('DAY_FIRST');
    rows.map(first.check);
    expect(first.isOtherOrder()).toBe(true);
    const second = checkerOf('MONTH_FIRST');
    const lines = rows.map(second.check);
    expect(lines.map(outcome)).toEqual(['READY', 'READY']);
    expect(lines[0]).toContain('2026-11-05 10:00:00');
    expect(second.isOtherOrder()).toBe(false);
  });
});
