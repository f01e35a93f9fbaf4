import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { wholeNumber } from '../../contract/contact-rules.ts';
import type { LoanFilter } from '../../contract/loan-calls.ts';
import type { Role } from '../../contract/roles.ts';
import { comparableNumberSql } from '../database/comparable-number-sql.ts';
import { allOf, wordConditions } from '../database/list-page.ts';
import { seesMaskedPhones } from './loan-rows-service.ts';
import { hasWord } from './loan-words-service.ts';

/** Where a filter finds who has a loan: its own columns, or what they were at some instant. */
export interface HolderColumns {
  readonly collector: SQL;
  readonly manager: SQL;
  readonly fieldAgent: SQL;
}

/** Who has the loan now. */
export const currentHolders: HolderColumns = {
  collector: sql`l.collector_id`,
  manager: sql`l.manager_id`,
  fieldAgent: sql`l.field_agent_id`,
};

const given = (list: readonly string[] | undefined): list is readonly string[] =>
  list !== undefined && list.length > 0;

/** The words of a loan `f` as who sees numbers masked may find them: of numbers the last four digits. */
const shownWords = sql`loan_words(f.customer_name, f.loan_number, right(f.mobile_number, 4),
  right(f.alternate_mobile_number, 4), f.address, f.city, f.pincode)`;

/** The words of the loan `l` that a reader's search looks through, as a value: for a search that looks elsewhere too. */
export const loanWords = (reader: Role): SQL =>
  seesMaskedPhones(reader)
    ? sql`(select ${shownWords} from loans f where f.id = l.id)`
    : sql`(select s.words from loan_search s where s.loan_id = l.id)`;

/**
 * Conditions that every word is found among those of the loan `l`, by their index. Who sees numbers masked finds nothing by
 * hidden digits, which could be guessed one by one; a whole number that it knows it does find.
 */
export function loanSearchConditions(search: string | undefined, reader: Role): SQL[] {
  const found = wordConditions(sql`s.words`, search);
  if (found.length === 0) return [];
  const byWords = sql`l.id in (select s.loan_id from loan_search s where ${allOf(found)})`;
  if (!seesMaskedPhones(reader)) return [byWords];
  const shown = sql`exists (select 1 from loans f where f.id = l.id and ((${allOf(wordConditions(shownWords, search))})
    or ${wholeNumber(search ?? '')} in (${comparableNumberSql('f.mobile_number')}, ${comparableNumberSql('f.alternate_mobile_number')})))`;
  return [byWords, shown];
}

/**
 * Condition that `l` belongs to one of the lenders named. Their ids are looked up first, each by itself: indexes serve
 * it, and the planner knows how many lenders it is about.
 */
export function clientCondition(names: readonly string[]): SQL {
  const ids = names.map((name) => sql`(select c.id from clients c where c.name = ${name})`);
  return sql`l.client_id = any(array[${sql.join(ids, sql`, `)}]::uuid[])`;
}

/** Condition on `l`: its newest disposition is one of the codes; `NONE` is "never worked". */
function dispositionCondition(codes: readonly string[]): SQL {
  const worked = sql`l.disposition = any(${sql.param(codes)}::text[])`;
  return codes.includes('NONE') ? sql`(l.disposition is null or ${worked})` : worked;
}

function listConditions(filter: LoanFilter): SQL[] {
  const conditions: SQL[] = [];
  const anyOf = (column: SQL, list: readonly string[] | undefined) => {
    if (given(list)) conditions.push(sql`${column} = any(${sql.param(list)}::text[])`);
  };
  if (given(filter.client)) conditions.push(clientCondition(filter.client));
  for (const column of ['bucket', 'city', 'product'] as const) {
    const words = filter[column];
    if (given(words)) conditions.push(hasWord(column, words));
  }
  anyOf(sql`l.status`, filter.status);
  if (filter.minDPD !== undefined) conditions.push(sql`l.dpd >= ${filter.minDPD}`);
  if (filter.maxDPD !== undefined) conditions.push(sql`l.dpd <= ${filter.maxDPD}`);
  if (filter.batchNo !== undefined) conditions.push(sql`l.batch_no = ${filter.batchNo}`);
  return conditions;
}

function holderConditions(filter: LoanFilter, holders: HolderColumns): SQL[] {
  const conditions: SQL[] = [];
  const heldBy = (column: SQL, ids: readonly string[] | undefined) => {
    if (!given(ids)) return;
    conditions.push(sql`${column} = any(${sql.param(ids)}::uuid[])`);
  };
  heldBy(holders.collector, filter.collectorId);
  heldBy(holders.manager, filter.managerId);
  heldBy(holders.fieldAgent, filter.fieldAgentId);
  const isAllocated = sql`(${holders.collector} is not null or ${holders.fieldAgent} is not null)`;
  if (filter.allocated === 'yes') conditions.push(isAllocated);
  if (filter.allocated === 'no') conditions.push(sql`not ${isAllocated}`);
  return conditions;
}

function dueConditions(filter: LoanFilter): SQL[] {
  const conditions: SQL[] = [];
  if (filter.minDue !== undefined) conditions.push(sql`l.total_due_amount >= ${filter.minDue}`);
  if (filter.maxDue !== undefined) conditions.push(sql`l.total_due_amount <= ${filter.maxDue}`);
  return conditions;
}

/** Those of a filter's conditions that are about what the lender told: on `l`, loans or their keys (`loan_keys`). */
export function loanKeyConditions(filter: LoanFilter, reader: Role): SQL[] {
  return [...loanSearchConditions(filter.search, reader), ...listConditions(filter)];
}

/** The others, about what work, allocations and payments change: on `l`, loans. Throws 400 for a person's id that is none. */
export function loanWorkConditions(
  filter: LoanFilter,
  holders: HolderColumns = currentHolders,
): SQL[] {
  const worked = given(filter.disposition) ? [dispositionCondition(filter.disposition)] : [];
  return [...worked, ...holderConditions(filter, holders), ...dueConditions(filter)];
}

/**
 * Conditions on `l` (loans) of a filter; none for an empty one. Who may see what is not in it. Throws 400 when a person's
 * id is not an id.
 */
export function loanFilterConditions(
  filter: LoanFilter,
  reader: Role,
  holders: HolderColumns = currentHolders,
): SQL[] {
  return [...loanKeyConditions(filter, reader), ...loanWorkConditions(filter, holders)];
}
