import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import { newIdSql } from '../database/new-id-sql.ts';
import { idArray } from '../database/prepared.ts';

/** The outcome of a call that reached somebody else than the borrower. */
const WRONG_NUMBER = 'WRONG_NUMBER';

/** A recorded contact, as it stands now. */
export interface NumberContact {
  readonly id: string;
  readonly loanId: string;
  readonly agentId: string;
  readonly code: string;
  /** As it was dialled; null: nobody noted it. */
  readonly number: string | null;
  readonly at: Date;
}

/** Loans of one borrower that a wrong number is taken out of at once. */
const MOST_LOANS = 500;

/**
 * Takes the numbers of contacts whose outcome is "Wrong number" out of every channel, until somebody corrects it: of the
 * loan itself, and of the same lender's other loans of that borrower with this number. Where nobody noted the number, it is
 * the one of the claim or the dialer's call, else the loan's first. Call it after the contacts are in the ledger.
 */
export async function takeNumbersOut(tx: Db, contacts: readonly NumberContact[]): Promise<void> {
  const wrong = contacts.filter(({ code }) => code === WRONG_NUMBER);
  if (wrong.length === 0) return;
  const asked = wrong.map(({ id, loanId, agentId, number, at }) => ({
    id,
    loan_id: loanId,
    agent_id: agentId,
    number,
    // The contact itself was before.
    at: new Date(at.getTime() + 1).toISOString(),
  }));
  await tx.execute(sql`
    with told as (
      select r.id, r.agent_id, r.at, l.id as loan_id, l.client_id, lower(trim(l.customer_name)) as name,
        coalesce(${comparableNumberSql('r.number')}, a.number, ${comparableNumberSql('k.number')},
          ${comparableNumberSql('l.mobile_number')}, ${comparableNumberSql('l.alternate_mobile_number')}) as number
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
          as r(id uuid, loan_id uuid, agent_id uuid, number text, at timestamptz)
        join loans l on l.id = r.loan_id left join contact_attempts a on a.id = r.id
        left join dialer_calls k on k.id = r.id),
    concerned as (
      select t.loan_id, t.id, t.agent_id, t.at, t.number from told t
      union
      select o.id, t.id, t.agent_id, t.at, t.number from told t
        cross join lateral (select s.loan_id from loan_search s where length(t.number) = 10
          and s.words like '%' || t.number || '%' limit ${MOST_LOANS}) found
        join loans o on o.id = found.loan_id and o.client_id = t.client_id and o.status <> 'DELETED'
          and lower(trim(o.customer_name)) = t.name
          and t.number in (${comparableNumberSql('o.mobile_number')}, ${comparableNumberSql('o.alternate_mobile_number')}))
    insert into contact_numbers (id, number, loan_id, disposition_id, created_by, created_at)
    select ${newIdSql}, c.number, c.loan_id, c.id, c.agent_id, c.at from concerned c where c.number is not null
    on conflict do nothing`);
}

/** The same for contacts that may have said otherwise before: those with another outcome give back what they had taken out. */
export async function followWrongNumbers(
  tx: Db,
  contacts: readonly NumberContact[],
): Promise<void> {
  await giveNumbersBack(
    tx,
    contacts.filter(({ code }) => code !== WRONG_NUMBER).map(({ id }) => id),
  );
  await takeNumbersOut(tx, contacts);
}

/** Opens again the numbers that these contacts took out: they were recorded by mistake. */
export async function giveNumbersBack(tx: Db, dispositionIds: readonly string[]): Promise<void> {
  if (dispositionIds.length === 0) return;
  await tx.execute(sql`update /* prepared */ contact_numbers set ended_at = now()
    where disposition_id = any(${idArray(dispositionIds)}) and ended_at is null`);
}

/**
 * Condition on a number of the loan `loanId` (both SQL columns): it is known as wrong, or blocked. The gate refuses such a
 * number on every channel; lists leave it out beforehand.
 */
export const isNumberShut = (
  loanId: string,
  number: string,
): SQL => sql`exists (select 1 from contact_numbers shut
  where shut.number = ${comparableNumberSql(number)} and shut.ended_at is null
    and (shut.loan_id is null or shut.loan_id = ${sql.raw(loanId)}))`;

/** The number of the loan `l` (an alias) to be called first: the first one that is not known as wrong; null without any. */
export const firstOpenNumber = (l: string): SQL => sql`coalesce(
  ${openNumber(l, 'mobile_number')}, ${openNumber(l, 'alternate_mobile_number')})`;

const openNumber = (l: string, column: 'mobile_number' | 'alternate_mobile_number'): SQL => {
  const number = `${l}.${column}`;
  return sql`case when ${sql.raw(number)} <> '' and not ${isNumberShut(`${l}.id`, number)} then ${sql.raw(number)} end`;
};
