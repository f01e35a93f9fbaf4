import { join } from 'node:path';
import { writeSheet } from './sheet.ts';

/** Loans of a lender's file that a test makes: found again by their numbers. */
export interface LenderFile {
  readonly path: string;
  readonly numbers: readonly string[];
  readonly names: readonly string[];
  /** The file's rows, header first. */
  readonly rows: readonly string[][];
}

const GIVEN = ['Asha', 'Bhavesh', 'Chitra', 'Dinesh', 'Esha', 'Farhan', 'Gauri', 'Harish'];
const HEADER =
  'LAN,Cust Name,Mob No,Residence Address,City,PIN,Bkt,POS,Overdue Amt,Dealer Code'.split(',');

/** The columns of the file whose values a test changes, by place. */
export const COLUMN = { phone: 2, overdue: 8 } as const;

/**
 * A CSV or XLSX as lenders send them: their own headers, lakh commas, a column we have no field for, and (when asked)
 * rows that must be refused.
 */
export async function makeLenderFile(
  folder: string,
  prefix: string,
  good: number,
  bad = 0,
  format: 'csv' | 'xlsx' = 'csv',
): Promise<LenderFile> {
  const numbers = Array.from(
    { length: good },
    (_, i) => `${prefix}${String(i + 1).padStart(4, '0')}`,
  );
  const names = numbers.map((_, i) => `${GIVEN[i % GIVEN.length]} ${prefix}son${i + 1}`);
  const where = ['Pune', '411001', '2'];
  const loans = numbers.map((number, i) => [
    number,
    names[i] ?? '',
    `98765${String(43_210 + i)}`,
    `${i + 1} MG Road, Camp`,
    ...where,
    '1,20,000',
    `${12 + i},345.00`,
    `D-${i}`,
  ]);
  const refused = Array.from({ length: bad }, (_, i) => [
    `${prefix}BAD${i}`,
    `Nobody ${i}`,
    '9.19E+11',
    'Nowhere',
    ...where,
    '100',
    'many rupees',
    'D-X',
  ]);
  const rows = [HEADER, ...loans, ...refused];
  const path = join(folder, `${prefix}.${format}`);
  await writeSheet(path, rows);
  return { path, numbers, names, rows };
}
