import type { Disposition } from '../../../contract/disposition.ts';
import type { DispositionReport } from '../../../contract/report.ts';
import { rupeesText } from '../../../contract/rupees.ts';

/** An instant on India's clock: `DD-MM-YYYY`, `hh:mm A`, and the keys that type this time into a time field. */
export function indiaTime(instant: Date): { day: string; time: string; clock: string } {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', ...options }).format(instant);
  const [month, day, year] = part({ day: '2-digit', month: '2-digit', year: 'numeric' }).split('/');
  const time = part({ hour: '2-digit', minute: '2-digit', hour12: true }).replace(/\s/u, ' ');
  return { day: `${day}-${month}-${year}`, time, clock: time.replace(/[: ]/g, '') };
}

const HEADER = [
  'Date',
  'Time',
  'Agent',
  'Client',
  'Loan ID',
  'Customer',
  'Disposition',
  'Code',
  'Class',
  'Person met',
  'Call status',
  'Duration (s)',
  'Amount told',
  'State of the amount',
  'Claimed',
  'Receipted',
  'Promise amount',
  'Due date',
  'Due time',
  'Remarks',
  'Files',
  'Received',
];

const amountCell = (amount: number | null | undefined): string | null =>
  typeof amount === 'number' ? rupeesText(amount) : null;

function entryCells(entry: Disposition): string[] {
  const { day, time } = indiaTime(new Date(entry.disCreatedAt));
  const received = indiaTime(new Date(entry.createdAt));
  const cells = [
    day,
    time,
    entry.Agent_Name,
    entry.Client_Name,
    entry.Loan_ID,
    entry.Customer_Name,
    entry.label,
    entry.code,
    entry.disposition_class,
    entry.personMet,
    entry.call_status,
    entry.duration,
    amountCell(entry.amountCollected),
    entry.moneyState === 'CLAIMED' ? 'Claimed' : null,
    entry.moneyState === 'CLAIMED' ? amountCell(entry.amountCollected) : null,
    null,
    amountCell(entry.promiseAmount),
    entry.date,
    entry.time,
    entry.remarks,
    entry.files.length,
    `${received.day} ${received.time}`,
  ];
  return cells.map((cell) => String(cell ?? ''));
}

/** The cells that the call report's file must have for these entries and totals, as a spreadsheet program shows them. */
export function expectedCells(
  entries: readonly Disposition[],
  totals: DispositionReport['totals'],
): string[][] {
  const last = HEADER.map((header) => {
    if (header === 'Date') return 'Total';
    if (header === 'Loan ID') return String(totals.count);
    if (header === 'Claimed') return rupeesText(totals.claimed ?? 0);
    if (header === 'Receipted') return rupeesText(totals.receipted ?? 0);
    return header === 'Promise amount' ? rupeesText(totals.promiseAmount) : '';
  });
  return [HEADER, ...entries.map(entryCells), last];
}
