import { sql } from 'drizzle-orm';
import { CALL_STARTED } from '../../contract/disposition.ts';
import type { DispositionCode } from '../../contract/disposition.ts';
import type { Db } from '../database/connection.ts';

interface CodeRow extends DispositionCode, Record<string, unknown> {}

const selectCodes = sql`select /* prepared */ code, label, channel, disposition_class, needs_amount as "needsAmount",
  needs_date as "needsDate", needs_time as "needsTime", needs_person_met as "needsPersonMet", sort_order as "sortOrder"
  from disposition_codes`;

/** The catalogue that forms offer, in their order. */
export async function listCodes(db: Db): Promise<DispositionCode[]> {
  const result = await db.execute<CodeRow>(
    sql`${selectCodes} where code <> ${CALL_STARTED} order by sort_order, code`,
  );
  return result.rows;
}

/** Every code that a contact may have, in their order. */
export async function listAllCodes(db: Db): Promise<DispositionCode[]> {
  const result = await db.execute<CodeRow>(sql`${selectCodes} order by sort_order, code`);
  return result.rows;
}

/** Codes with what they ask for, by code; nothing of unknown ones. */
export async function findCodes(
  db: Db,
  codes: readonly string[],
): Promise<Map<string, DispositionCode>> {
  const result = await db.execute<CodeRow>(
    sql`${selectCodes} where code = any(${sql.param(codes)}::text[])`,
  );
  return new Map(result.rows.map((row) => [row.code, row]));
}

/** A code with what it asks for, or null. */
export async function findCode(db: Db, code: string): Promise<DispositionCode | null> {
  return (await findCodes(db, [code])).get(code) ?? null;
}
