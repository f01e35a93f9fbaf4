// @vitest-environment page
import { Workbook } from 'exceljs';
import type { Worksheet } from 'exceljs';
import { afterEach, expect, it, vi } from 'vitest';
import { read } from 'xlsx';
import { saveSheet } from '../../../src/lib/sheet.ts';

afterEach(() => vi.restoreAllMocks());

function savedFiles(): Blob[] {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:';
  });
  return saved;
}

it('amounts of a sheet are numbers that read ₹1,23,456, texts can’t become formulas', async () => {
  const saved = savedFiles();
  const amounts = [0, 999, 99_999, 1_00_000, 1_23_45_678, 1_23_45_67_890, -45_000];
  await saveSheet('Money.xlsx', {
    head: ['Name', 'Amount'],
    rows: [...amounts.map((rupees) => ['=1+1', { rupees }]), ['Loans', 12_345]],
  });
  const book = read(await saved[0]?.arrayBuffer(), {
    cellNF: true,
    cellFormula: true,
    cellStyles: true,
  });
  const cells = book.Sheets['Sheet1'] ?? {};
  const at = (place: string) => cells[place] as { t: string; v: unknown; w: string; f?: string };
  expect(amounts.map((_, row) => [at(`B${row + 2}`).t, at(`B${row + 2}`).v])).toEqual(
    amounts.map((amount) => ['n', amount]),
  );
  expect(amounts.map((_, row) => at(`B${row + 2}`).w)).toEqual([
    '₹0',
    '₹999',
    '₹99,999',
    '₹1,00,000',
    '₹1,23,45,678',
    '₹1,23,45,67,890',
    '-₹45,000',
  ]);
  expect(cells['!cols']?.map(({ width }) => Math.round(width ?? 0))).toEqual([9, 18]);
  expect(at('B9').w).toBe('12345');
  expect(at('A2')).toMatchObject({ t: 's', v: '=1+1' });
  expect(at('A2').f).toBeUndefined();
});

it('the header of a sheet stays, its times are numbers, its days dates, and totals that are sums are formulas', async () => {
  const saved = savedFiles();
  const times = [3661, 86_400, 59].map((seconds) => ({ seconds }));
  await saveSheet('Times.xlsx', {
    head: ['Name', 'Time', 'Calls', 'Average', 'Day'],
    rows: times.map((time, at) => ['Asha', time, at, at, { day: '2026-11-30' }]),
    totals: ['Total', { seconds: 3661 + 86_400 + 59 }, 3, 1, ''],
    notes: ['Confidential'],
  });
  const book = new Workbook();
  await book.xlsx.load(await (saved[0] as Blob).arrayBuffer());
  const sheet = book.worksheets[0] as Worksheet;
  expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
  expect(sheet.getCell('B3').numFmt).toBe('[h]:mm:ss');
  expect(sheet.getCell('B2').value).toEqual(new Date('1899-12-30T01:01:01Z'));
  expect(sheet.getCell('B5').formula).toBe('SUM(B2:B4)');
  expect(sheet.getCell('C5').formula).toBe('SUM(C2:C4)');
  expect(sheet.getCell('C5').result).toBe(3);
  expect(sheet.getCell('E2').value).toEqual(new Date('2026-11-30T00:00:00Z'));
  expect(sheet.getCell('E2').numFmt).toBe('dd-mm-yyyy');
  // An average is no sum.
  expect(sheet.getCell('D5').value).toBe(1);
  expect(sheet.getCell('A6').value).toBe('Confidential');
});
