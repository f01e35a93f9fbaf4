import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Loans of a lender's file that a test makes: found again by their numbers. */
export interface LenderFile {
  readonly path: string;
  readonly numbers: readonly string[];
  readonly names: readonly string[];
}

const GIVEN = ['Asha', 'Bhavesh', 'Chitra', 'Dinesh', 'Esha', 'Farhan', 'Gauri', 'Harish'];

/**
 * A CSV as lenders send them: their own headers, lakh commas, a column we have no field for, and (when asked) rows that
 * must be refused.
 */
export async function makeLenderFile(
  folder: string,
  prefix: string,
  good: number,
  bad = 0,
): Promise<LenderFile> {
  const numbers = Array.from(
    { length: good },
    (_, i) => `${prefix}${String(i + 1).padStart(4, '0')}`,
  );
  const names = numbers.map((_, i) => `${GIVEN[i % GIVEN.length]} ${prefix}son${i + 1}`);
  const header = 'LAN,Cust Name,Mob No,Residence Address,City,PIN,Bkt,POS,Overdue Amt,Dealer Code';
  const rows = numbers.map(
    (number, i) =>
      `${number},${names[i]},98765${String(43_210 + i)},"${i + 1} MG Road, Camp",Pune,411001,2,"1,20,000","${12 + i},345.00",D-${i}`,
  );
  const refused = Array.from(
    { length: bad },
    (_, i) => `${prefix}BAD${i},Nobody ${i},9.19E+11,Nowhere,Pune,411001,2,100,many rupees,D-X`,
  );
  const path = join(folder, `${prefix}.csv`);
  await writeFile(path, [header, ...rows, ...refused].join('\r\n'));
  return { path, numbers, names };
}
