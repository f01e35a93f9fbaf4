// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { read } from 'xlsx';
import { saveSheet } from '../../../src/lib/sheet.ts';

afterEach(() => vi.restoreAllMocks());

it('amounts of a sheet are numbers that read ₹1,23,456, texts can’t become formulas', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:';
  });
  const amounts = [0, 999, 99_999, 1_00_000, 1_23_45_678, 1_23_45_67_890, -45_000];
  await saveSheet('Money.xlsx', [
    ['Name', 'Amount'],
    ...amounts.map((rupees) => ['=1+1', { rupees }]),
    ['Loans', 12_345],
  ]);
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
