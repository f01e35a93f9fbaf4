import { sql } from 'drizzle-orm';
import type { LoanDetail } from '../../contract/loan.ts';
import type { Role } from '../../contract/roles.ts';
import type { Db } from '../database/connection.ts';
import { loanColumns, loanJoins, otherColumnsFor, toLoan } from './loan-rows-service.ts';
import type { LoanRow } from './loan-rows-service.ts';

interface DetailRow extends LoanRow {
  other_columns: Record<string, string>;
}

/**
 * Loans with the lender's unknown columns for those who work on them, by id, in one query; unknown ids are missing. The
 * caller makes sure that the reader may see them.
 */
export async function loanDetailsOf(
  db: Db,
  ids: readonly string[],
  readerRole: Role,
): Promise<Map<string, LoanDetail>> {
  if (ids.length === 0) return new Map();
  const result =
    await db.execute<DetailRow>(sql`select /* prepared */ ${loanColumns}, l.other_columns
    from loans l ${loanJoins} where l.id = any(${sql.param(ids)}::uuid[])`);
  return new Map(
    result.rows.map(({ other_columns: otherColumns, ...loan }) => [
      loan._id,
      { ...toLoan(loan, readerRole), otherColumns: otherColumnsFor(readerRole, otherColumns) },
    ]),
  );
}
