import { join } from 'node:path';
import { writeSheet } from './sheet.ts';

/** A borrower of the month's lender: loan number, name, mobile. */
export const BORROWERS = {
  asha: ['MON-1', 'Asha Pawar', '9876543201'],
  bharat: ['MON-2', 'Bharat Rane', '9876543202'],
  chitra: ['MON-3', 'Chitra Joshi', '9876543203'],
  dilip: ['MON-4', 'Dilip More', '9876543204'],
  esha: ['MON-5', 'Esha Naik', '9876543205'],
  farid: ['MON-6', 'Farid Khan', '9876543206'],
  gita: ['NEW-7', 'Gita Sawant', '9876543207'],
} as const;

/** A borrower of the month's lender. */
export type Borrower = keyof typeof BORROWERS;

/** Writes a lender's file with what each borrower owes, whole rupees; returns its path. */
export async function lenderFile(
  folder: string,
  name: string,
  dues: Partial<Record<Borrower, number>>,
): Promise<string> {
  const header = 'LAN,Cust Name,Mob No,City,Bkt,Overdue Amt,Dealer Code'.split(',');
  const rows = Object.entries(dues).map(([who, due]) => {
    const [number, borrower, mobile] = BORROWERS[who as Borrower];
    return [number, borrower, mobile, 'Pune', '2', due.toLocaleString('en-IN'), 'D-1'];
  });
  const path = join(folder, name);
  await writeSheet(path, [header, ...rows]);
  return path;
}

/** Writes a bank's file of payments of one day (`DD-MM-YYYY`); returns its path. */
export async function bankFile(
  folder: string,
  day: string,
  paid: Partial<Record<Borrower, number>>,
): Promise<string> {
  const rows = Object.entries(paid).map(([who, amount], at) => [
    BORROWERS[who as Borrower][0],
    String(amount),
    day,
    'UPI',
    `UTR-${at + 1}`,
  ]);
  const path = join(folder, 'bank.csv');
  await writeSheet(path, [['Loan Number', 'Amount', 'Payment Date', 'Mode', 'Reference'], ...rows]);
  return path;
}
