import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { LOAN_EDITABLE_FIELDS } from '../../contract/loan.ts';
import type { LoanEditableField } from '../../contract/loan.ts';
import type { Actor } from '../access/actor.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import type { Db } from '../database/connection.ts';

/** The column of each field that may be corrected. */
const COLUMNS: Readonly<Record<LoanEditableField, string>> = {
  Mobile_Number: 'mobile_number',
  Alternate_Mobile_Number: 'alternate_mobile_number',
  Email: 'email',
  Address: 'address',
  City: 'city',
  State: 'state',
  Pincode: 'pincode',
};

/** A new value of one field; the empty text empties it. */
export interface Correction {
  readonly field: LoanEditableField;
  readonly offered: string;
}

/**
 * Writes corrections of a loan under the actor's name: the database counts the revision up, notes each change and marks
 * it for the pulls. Does nothing for none.
 */
export async function writeCorrections(
  tx: Db,
  actor: Actor,
  loanId: string,
  corrections: readonly Correction[],
  { opId, at }: Pick<WorkOrigin, 'opId' | 'at'>,
): Promise<void> {
  if (corrections.length === 0) return;
  // The database notes the changes under these names (trigger loans_note_changes).
  await tx.execute(sql`select set_config('recoup.actor', ${actor.userId}, true),
    set_config('recoup.operation', ${opId ?? ''}, true), set_config('recoup.made_at', ${at?.toISOString() ?? ''}, true)`);
  const sets = corrections.map(
    ({ field, offered }) => sql`${sql.identifier(COLUMNS[field])} = ${offered || null}`,
  );
  await tx.execute(sql`update loans set ${sql.join(sets, sql`, `)} where id = ${loanId}`);
}

/** The value of loan `l` in the field that an expression names. */
export function valueOfField(field: SQL): SQL {
  const cases = LOAN_EDITABLE_FIELDS.map(
    (name) => sql`when ${name} then l.${sql.identifier(COLUMNS[name])}`,
  );
  return sql`case ${field} ${sql.join(cases, sql` `)} end`;
}
