import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Actor } from '../access/actor.ts';
import { activeLoansOf, dispositionsVisibleTo } from '../access/scope.ts';
import { allOf } from '../database/list-page.ts';
import { clientCondition } from '../loans/loan-filter-service.ts';

/** What narrows a board: lenders by name, one person. Empty is not narrowed. */
export interface BoardFilter {
  readonly clients?: readonly string[] | undefined;
  readonly personId?: string | undefined;
  /** Of money only: what this manager led or is credited for itself, which is what its own target counts. */
  readonly leadId?: string | undefined;
}

/** Days of a board, both included. */
export interface BoardRange {
  readonly from: string;
  readonly to: string;
}

const given = (list: readonly string[] | undefined): list is readonly string[] =>
  list !== undefined && list.length > 0;

/** Is a board narrowed to nobody and no lender? */
export const isWhole = ({ clients, personId, leadId }: BoardFilter): boolean =>
  !given(clients) && (personId ?? '') === '' && leadId === undefined;

/** Condition on `l`: the loans of a board. */
export function boardLoans(actor: Actor, filter: BoardFilter): SQL {
  const conditions = [activeLoansOf(actor)];
  if (given(filter.clients)) conditions.push(clientCondition(filter.clients));
  const { personId } = filter;
  if (personId !== undefined && personId !== '' && personId !== actor.userId)
    conditions.push(sql`(l.collector_id = ${personId} or l.field_agent_id = ${personId})`);
  return allOf(conditions);
}

/** Where a board's contacts are read from, and the condition on `d` for them. The loan is joined only where it is asked for. */
export function boardContacts(actor: Actor, filter: BoardFilter): { from: SQL; where: SQL } {
  const conditions = [dispositionsVisibleTo(actor)];
  const { personId } = filter;
  if (personId !== undefined && personId !== '') conditions.push(sql`d.agent_id = ${personId}`);
  if (!given(filter.clients)) return { from: sql`dispositions d`, where: allOf(conditions) };
  conditions.push(clientCondition(filter.clients));
  return { from: sql`dispositions d join loans l on l.id = d.loan_id`, where: allOf(conditions) };
}

/** Condition on `m` (money lines): those of a board. */
export function boardMoney({ clients, personId, leadId }: BoardFilter): SQL {
  const conditions = [sql`true`];
  if (leadId !== undefined)
    conditions.push(sql`(m.person_id = ${leadId} or m.manager_id = ${leadId})`);
  if (personId !== undefined && personId !== '') conditions.push(sql`m.person_id = ${personId}`);
  if (given(clients))
    conditions.push(
      sql`m.client_id in (select c.id from clients c where c.name = any(${sql.param(clients)}::text[]))`,
    );
  return allOf(conditions);
}
