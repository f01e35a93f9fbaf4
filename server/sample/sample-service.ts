import { IMPORT_FIELD_NAMES } from '../../contract/import-mapping.ts';
import type { ImportMapping } from '../../contract/import-mapping.ts';
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
  /** The column names of a lender by field: only these columns, named so, and the ones no field takes. Ours when left out. */
  readonly mapping?: ImportMapping | undefined;
}

type Column = readonly [header: string, cell: (loan: SampleLoan) => SheetCell];

/** The day of a sample for which none was wished: fixed, so that the same seed gives the same file next year. */
const defaultDay = '2026-11-01';

/** The fields of the import in the contract's order, then four columns that no field takes. */
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

/** Ways in which rows of the field can be no loans: the column and what stands there instead. */
const faults: readonly [readonly [number, SheetCell], ...(readonly [number, SheetCell])[]] = [
  [1, null],
  [0, '1.23457E+15'],
  [19, 'as per statement'],
  [19, null],
  [0, null],
  [19, '12.34.567'],
  [1, '#REF!'],
  [19, '9.9E+11'],
];

function prefixOf(client: string): string {
  const initials = client
    .replace(/[^A-Za-z ]/g, '')
    .split(/\s+/)
    .map((word) => word.slice(0, 2));
  return initials.join('').toUpperCase().slice(0, 4) || 'LN';
}

/** A column of the file: its name and which of the sample's columns it shows. */
interface ShownColumn {
  readonly header: string;
  readonly at: number;
}

function shownColumns(mapping: ImportMapping | undefined): ShownColumn[] {
  const own = columns.map(([header], at) => ({ header, at }));
  if (mapping === undefined) return own;
  const named = IMPORT_FIELD_NAMES.flatMap((field, at) => {
    const header = mapping[field];
    return header === undefined ? [] : [{ header, at }];
  });
  const used = new Set(named.map(({ header }) => header));
  const others = own.slice(IMPORT_FIELD_NAMES.length).filter(({ header }) => !used.has(header));
  return [...named, ...others];
}

/**
 * A lender's file, row by row, its header first: 30 columns with the names lenders use, or those of a mapping. Loan numbers
 * don't depend on the number of rows. Throws when a city is not among the sample's.
 */
export function* sampleRows(wish: SampleWish): Generator<SheetCell[], void, undefined> {
  const { rows, client, seed, errors = 0, asOf = defaultDay } = wish;
  const random = seededRandom(`${seed}/${client}`);
  const given = { prefix: prefixOf(client), asOf, places: placesNamed(wish.cities) };
  const every = errors === 0 ? Number.POSITIVE_INFINITY : rows / errors;
  let faulty = 0;
  const shown = shownColumns(wish.mapping);
  const shownAt = new Set(shown.map(({ at }) => at));
  const possible = faults.filter(([at]) => shownAt.has(at));
  yield shown.map(({ header }) => header);
  for (let index = 0; index < rows; index += 1) {
    const loan = makeLoan(random, index, given);
    const cells = columns.map(([, cell]) => cell(loan));
    if (index + 1 >= Math.round((faulty + 1) * every)) {
      const [column, wrong] = possible[faulty % possible.length] ?? faults[0];
      cells[column] = wrong;
      faulty += 1;
    }
    yield shown.map(({ at }) => cells[at] ?? null);
  }
}
