import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { writeCsv } from '../../server/spreadsheets/csv-writer.ts';

it.each([
  ['2026-03-09T00:05', '09-03-2026 12:05 AM'],
  ['2026-03-09T09:30', '09-03-2026 09:30 AM'],
  ['2026-03-09T12:00', '09-03-2026 12:00 PM'],
  ['2026-03-09T23:59', '09-03-2026 11:59 PM'],
])('a CSV file has the time %s as screens show it', async (at, shown) => {
  const lines = (
    await text(
      writeCsv([
        ['At', 'Day'],
        [{ at }, { day: at.slice(0, 10) }],
      ]),
    )
  ).split('\r\n');
  expect(lines[1]).toBe(`${shown},09-03-2026`);
});

it('a CSV file has a length of time as hours, minutes and seconds, and its sum', async () => {
  const lines = [['Time'], [{ seconds: 742 }], [{ total: 90_061, isSeconds: true }]];
  expect((await text(writeCsv(lines))).split('\r\n').slice(1, 3)).toEqual(['0:12:22', '25:01:01']);
});

it('a CSV file has a share as percent, as a workbook shows it', async () => {
  const lines = (await text(writeCsv([['Share'], [{ share: 0.546_666_6 }]]))).split('\r\n');
  expect(lines[1]).toBe('54.7%');
});

it('a CSV file has a text whole that programs would cut at a semicolon or tab', async () => {
  const texts = ['Ram;=HYPERLINK("https://x.example")', 'Ram\t=1+1', 'Ram,=1+1'];
  const lines = (await text(writeCsv(texts.map((cell) => [cell])))).split('\r\n');
  expect(lines.slice(0, 3).map((line) => line.replace('\uFEFF', ''))).toEqual([
    '"Ram;=HYPERLINK(""https://x.example"")"',
    '"Ram\t=1+1"',
    '"Ram,=1+1"',
  ]);
});
