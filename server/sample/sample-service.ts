import type { SheetCell } from '../spreadsheets/sheet-cell.ts';
import { seededRandom } from '../random.ts';
import { makeLoan } from './sample-loan.ts';
import type { SampleLoan } from './sample-loan.ts';
import { placesNamed } from './sample-places.ts';

/** What a sample is made of. The same wish always gives the same rows. */
export interface SampleWish {
  readonly rows: number;
  readonly client: string;
  readonly seed: number;
  /** How many of the rows have something wrong with them. */
  readonly errors?: number;
  /** The day that days past due are counted to (`YYYY-MM-DD`). */
  readonly asOf?: string;
  /** Sample cities to stay in; all when left out. */
  readonly cities?: readonly string[];
}

type Column = readonly [header: string, cell: (loan: SampleLoan) => SheetCell];

/** The day of a sample for which none was wished: fixed, so that the same seed gives the same file next year. */
const defaultDay = '2026-11-01';

const columns: readonly Column[] = [
  ['Loan A/C No', (loan) => loan.loanNumber],
  ['Cust Name', (loan) => loan.customerName],
  ['Mobile No.', (loan) => loan.mobile],
  ['Alt. Contact No', (loan) => loan.alternateMobile],
  ['E-mail ID', (loan) => loan.email],
  ['Residence Address', (loan) => loan.address],
  ['City', (loan) => loan.place.city],
  ['State', (loan) => loan.place.state],
  ['Pin Code', (loan) => loan.pincode],
  ['Zone', (loan) => loan.place.region],
  ['Branch Name', (loan) => loan.branch],
  ['Product Type', (loan) => loan.product],
  ['Bkt', (loan) => loan.bucket],
  ['DPD', (loan) => loan.dpd],
  ['Sanctioned Amt', (loan) => loan.loanAmount],
  ['EMI Amt', (loan) => loan.emi],
  ['POS', (loan) => loan.principalOutstanding],
  ['Interest Overdue', (loan) => loan.interestOverdue],
  ['Penal Charges', (loan) => loan.penalty],
  ['Total Overdue Amt (Rs.)', (loan) => loan.totalDue],
  ['Disbursement Dt', (loan) => ({ day: loan.disbursedOn })],
  ['EMI Due Dt', (loan) => ({ day: loan.dueOn })],
  ['Last Paid Dt', (loan) => ({ day: loan.lastPaidOn })],
  ['Last Paid Amt', (loan) => loan.lastPaid],
  ['Latitude', (loan) => loan.latitude],
  ['Longitude', (loan) => loan.longitude],
  ['Asset Description', (loan) => loan.asset],
  ['Co-Applicant', (loan) => loan.coApplicant],
  ['Tenure (Months)', (loan) => loan.tenureMonths],
  ['ROI %', (loan) => loan.ratePercent],
];

/** Ways in which files of the field are wrong: the column and what stands there instead. */
const faults: readonly [readonly [number, SheetCell], ...(readonly [number, SheetCell])[]] = [
  [1, null],
  [2, '9.19E+11'],
  [8, '5600'],
  [13, 'overdue'],
  [19, 'as per statement'],
  [21, '14/25/2026'],
  [0, null],
  [4, 'not available'],
];

function prefixOf(client: string): string {
  const initials = client
    .replace(/[^A-Za-z ]/g, '')
    .split(/\s+/)
    .map((word) => word.slice(0, 2));
  return initials.join('').toUpperCase().slice(0, 4) || 'LN';
}

/**
 * A lender's file, row by row, its header first: 30 columns with the names lenders use. Loan numbers don't depend on the
 * number of rows. Throws when a city is not among the sample's.
 */
export function* sampleRows(wish: SampleWish): Generator<SheetCell[], void, undefined> {
  const { rows, client, seed, errors = 0, asOf = defaultDay } = wish;
  const random = seededRandom(`${seed}/${client}`);
  const given = { prefix: prefixOf(client), asOf, places: placesNamed(wish.cities) };
  const every = errors === 0 ? Number.POSITIVE_INFINITY : rows / errors;
  let faulty = 0;
  yield columns.map(([header]) => header);
  for (let index = 0; index < rows; index += 1) {
    const loan = makeLoan(random, index, given);
    const cells = columns.map(([, cell]) => cell(loan));
    if (index + 1 >= Math.round((faulty + 1) * every)) {
      const [column, wrong] = faults[faulty % faults.length] ?? faults[0];
      cells[column] = wrong;
      faulty += 1;
    }
    yield cells;
  }
}
