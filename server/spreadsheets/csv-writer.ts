import { Readable } from 'node:stream';
import { wireTime } from '../../contract/values.ts';
import { safeText } from './cell-safety.ts';
import type { SheetCell, SheetRows } from './sheet-cell.ts';

const pieceCharacters = 65_536;

const dayText = (day: string) => `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;

const pad = (part: number) => String(part).padStart(2, '0');

/** Seconds as h:mm:ss. */
function timeText(seconds: number): string {
  const whole = Math.trunc(seconds);
  return `${Math.trunc(whole / 3600)}:${pad(Math.trunc((whole % 3600) / 60))}:${pad(whole % 60)}`;
}

function cellText(cell: SheetCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') {
    if ('day' in cell) return dayText(cell.day);
    if ('at' in cell) return `${dayText(cell.at)} ${wireTime(cell.at.slice(11, 16))}`;
    if ('rupees' in cell) return String(cell.rupees);
    if ('paise' in cell) return String(cell.paise / 100);
    if ('seconds' in cell) return timeText(cell.seconds);
    if ('total' in cell) return cell.isSeconds === true ? timeText(cell.total) : String(cell.total);
    // As a workbook shows it; a spreadsheet program reads it as the same number.
    return `${(cell.share * 100).toFixed(1)}%`;
  }
  const text = safeText(cell);
  // Programs that also cut at semicolons and tabs would find a formula behind one.
  return /[",;\t\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* csvPieces(rows: SheetRows): AsyncGenerator<string, void, undefined> {
  // The mark tells spreadsheet programs that this is UTF-8.
  let text = '\uFEFF';
  for await (const row of rows) {
    text += `${row.map(cellText).join(',')}\r\n`;
    if (text.length < pieceCharacters) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The rows as a CSV file (UTF-8 with its mark, days as DD-MM-YYYY, times as hh:mm A, lengths of time as h:mm:ss), streamed. Text can't become a formula. */
export function writeCsv(rows: SheetRows): Readable {
  return Readable.from(csvPieces(rows), { objectMode: false });
}
