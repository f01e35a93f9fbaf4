import type { Disposition, Position } from '../../contract/disposition.ts';
import { wireDaySchema } from '../../contract/values.ts';
import { shownDateTime } from '../clock.ts';
import { rupeesCell } from '../spreadsheets/sheet-cell.ts';
import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { shownDay } from './report-range.ts';

/** One column of a report's file: its header, a row's cell, and what stands in the totals row. */
interface ReportColumn {
  readonly header: string;
  readonly cell: (row: Disposition, zone: string) => SheetCell;
  /** Summed over all rows in the totals row. */
  readonly amount?: (row: Disposition) => number | null;
}

const dayOf = (instant: string, zone: string): SheetCell => {
  const [day = '', month = '', year = ''] = shownDateTime(zone, instant).date.split('-');
  return { day: `${year}-${month}-${day}` };
};

function positionText(position: Position | null): string | null {
  if (position === null) return null;
  if ('missingReason' in position) return `No position: ${position.missingReason.toLowerCase()}`;
  return `${position.latitude}, ${position.longitude}`;
}

const fixOf = (position: Position | null) =>
  position !== null && 'latitude' in position ? position : null;

const contact: readonly ReportColumn[] = [
  { header: 'Date', cell: (row, zone) => dayOf(row.disCreatedAt, zone) },
  { header: 'Time', cell: (row, zone) => shownDateTime(zone, row.disCreatedAt).time },
  { header: 'Agent', cell: (row) => row.Agent_Name },
  { header: 'Client', cell: (row) => row.Client_Name },
  { header: 'Loan ID', cell: (row) => row.Loan_ID },
  { header: 'Customer', cell: (row) => row.Customer_Name },
  { header: 'Disposition', cell: (row) => row.label },
  { header: 'Code', cell: (row) => row.code },
  { header: 'Class', cell: (row) => row.disposition_class },
  { header: 'Person met', cell: (row) => row.personMet },
];

const claimedOf = (row: Disposition) => (row.moneyState === 'CLAIMED' ? row.amountCollected : null);
/** A receipt that stands, verified or not: what a call speaks of is no receipt. */
const receiptedOf = (row: Disposition) =>
  row.moneyState === 'RECEIPTED' || (row.moneyState === 'VERIFIED' && row.channel === 'FIELD')
    ? row.amountCollected
    : null;

const MONEY_WORDS = {
  CLAIMED: 'Claimed',
  RECEIPTED: 'Receipted',
  VERIFIED: 'Verified',
  CANCELLED: 'Cancelled',
} as const;

/** Measures that a lender's people do not see (contract/collected.ts). */
const OWN: readonly ReportColumn[] = [
  { header: 'Claimed', cell: (row) => rupeesCell(claimedOf(row)), amount: claimedOf },
  { header: 'Receipted', cell: (row) => rupeesCell(receiptedOf(row)), amount: receiptedOf },
];

const outcome: readonly ReportColumn[] = [
  { header: 'Amount told', cell: (row) => rupeesCell(row.amountCollected) },
  {
    header: 'State of the amount',
    cell: (row) => (row.moneyState ? MONEY_WORDS[row.moneyState] : null),
  },
  ...OWN,
  {
    header: 'Promise amount',
    cell: (row) => rupeesCell(row.promiseAmount),
    amount: (row) => row.promiseAmount,
  },
  {
    header: 'Due date',
    cell: (row) => (row.date === null ? null : { day: wireDaySchema.parse(row.date) }),
  },
  { header: 'Due time', cell: (row) => row.time },
  { header: 'Remarks', cell: (row) => row.remarks },
  { header: 'Files', cell: (row) => row.files.length },
];

const received: readonly ReportColumn[] = [
  {
    header: 'Received',
    cell: (row, zone) => {
      const { date, time } = shownDateTime(zone, row.createdAt);
      return `${date} ${time}`;
    },
  },
];

const columnsOf: Readonly<Record<Disposition['channel'], readonly ReportColumn[]>> = {
  CALL: [
    ...contact,
    { header: 'Call status', cell: (row) => row.call_status },
    { header: 'Duration (s)', cell: (row) => row.duration },
    ...outcome,
    ...received,
  ],
  FIELD: [
    ...contact,
    ...outcome,
    { header: 'Position', cell: (row) => positionText(row.position) },
    { header: 'Latitude', cell: (row) => fixOf(row.position)?.latitude ?? null },
    { header: 'Longitude', cell: (row) => fixOf(row.position)?.longitude ?? null },
    { header: 'Accuracy (m)', cell: (row) => fixOf(row.position)?.accuracyMetres ?? null },
    ...received,
  ],
};

/**
 * The rows of a report's file: header, the dispositions as they come, and last the totals of exactly those rows. For a
 * lender's people without claims and receipts.
 */
export async function* reportSheet(
  channel: Disposition['channel'],
  zone: string,
  batches: AsyncIterable<readonly Disposition[]>,
  isLenders = false,
): AsyncGenerator<readonly SheetCell[], void, undefined> {
  const columns = columnsOf[channel].filter((column) => !isLenders || !OWN.includes(column));
  const sums = columns.map(() => 0);
  let count = 0;
  yield columns.map((column) => column.header);
  for await (const batch of batches)
    for (const row of batch) {
      count += 1;
      columns.forEach((column, index) => {
        sums[index] = (sums[index] ?? 0) + (column.amount?.(row) ?? 0);
      });
      yield columns.map((column) => column.cell(row, zone));
    }
  yield columns.map((column, index) => {
    if (index === 0) return 'Total';
    if (column.header === 'Loan ID') return count;
    return column.amount ? rupeesCell(sums[index] ?? 0) : null;
  });
}

/** The name of a report's file: `daily-call-report_21-11-2026_22-11-2026.xlsx`. */
export function reportFileName(
  channel: Disposition['channel'],
  range: { from: string; to: string },
): string {
  return `daily-${channel.toLowerCase()}-report_${shownDay(range.from)}_${shownDay(range.to)}.xlsx`;
}
