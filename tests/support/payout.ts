import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectFileKind } from '../../server/spreadsheets/file-kind.ts';
import { readRows } from '../../server/spreadsheets/row-reader.ts';

/** What a payout file pays, row by row, and to which login; its last row's total, and what that row has as verified. */
export async function payableIn(
  file: Buffer,
): Promise<{ amounts: number[]; logins: string[]; total: number; verified: string | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'recoup-payout-'));
  try {
    const path = join(folder, 'payout.xlsx');
    await writeFile(path, file);
    const rows: string[][] = [];
    for await (const batch of readRows(path, await detectFileKind(path)))
      for (const { cells } of batch) rows.push([...cells]);
    const [head = []] = rows;
    const column = head.indexOf('Payable');
    const amounts = rows.slice(1).map((cells) => Number(cells[column]));
    const verified = rows.at(-1)?.[head.indexOf('Verified')];
    const logins = rows.slice(1, -1).map((cells) => cells[head.indexOf('Login')] ?? '');
    return { total: amounts.pop() ?? Number.NaN, amounts, logins, verified };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
