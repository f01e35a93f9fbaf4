import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { Page } from '../../contract/paging.ts';
import type { Person, personListQuerySchema } from '../../contract/person.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { allOf, countRows, pageLimit, wordConditions } from '../database/list-page.ts';
import { isPersonFor, readPeople } from './person-rows.ts';

type ListQuery = z.output<typeof personListQuerySchema>;
type Sort = NonNullable<ListQuery['sort']>;

const searchedText = sql`lower(concat_ws(' ', u.full_name, u.username, u.email, u.phone))`;

/** Loans of a person, for ordering the list only. */
const loansOf = sql`(case u.role
  when 'COLLECTOR' then (select count(*) from loans l where l.collector_id = u.id)
  when 'FIELD_AGENT' then (select count(*) from loans l where l.field_agent_id = u.id)
  when 'MANAGER' then (select count(*) from loans l where l.manager_id = u.id and l.status = 'ACTIVE') else 0 end)`;

const ORDERS: Readonly<Record<Sort, SQL>> = {
  fullName: sql`lower(u.full_name), u.id`,
  '-fullName': sql`lower(u.full_name) desc, u.id desc`,
  loanCount: sql`${loansOf}, u.id`,
  '-loanCount': sql`${loansOf} desc, u.id desc`,
  createdAt: sql`u.created_at, u.id`,
  '-createdAt': sql`u.created_at desc, u.id desc`,
};

function matching({ search, createdBy, managerId, role, status }: ListQuery): SQL[] {
  const conditions = wordConditions(searchedText, search);
  if (createdBy !== undefined) conditions.push(sql`u.created_by = ${createdBy}`);
  if (managerId !== undefined) conditions.push(sql`u.manager_id = ${managerId}`);
  if (role !== undefined && role.length > 0)
    conditions.push(sql`u.role = any(${sql.param(role)}::text[])`);
  if (status !== undefined)
    conditions.push(sql`u.disabled_at is ${status === 'active' ? sql`null` : sql`not null`}`);
  return conditions;
}

/** A page of the people of some roles (any when none is named) whom the actor may see, by name unless sorted otherwise. */
export async function listPeople(
  { db }: Context,
  actor: Actor,
  roles: readonly Role[],
  query: ListQuery,
): Promise<Page<Person>> {
  const { page, pageSize, sort = 'fullName' } = query;
  const where = allOf([isPersonFor(actor, roles), ...matching(query)]);
  const totalCount = await countRows(db, sql`users u where ${where}`);
  const data = await readPeople(
    db,
    sql`select u.id, row_number() over (order by ${ORDERS[sort]}) as place from users u where ${where}
      order by ${ORDERS[sort]} ${pageLimit({ page, pageSize })}`,
  );
  return { data, totalCount, page, pageSize };
}

/** A manager's collectors by name, disabled ones included; without a manager all whom the actor may see. */
export async function listCollectorsOfManager(
  { db }: Context,
  actor: Actor,
  managerId: string | undefined,
): Promise<{ data: Person[] }> {
  const asked = managerId ?? (actor.role === 'MANAGER' ? actor.userId : null);
  const ofManager = asked === null ? sql`true` : sql`u.manager_id = ${asked}`;
  const data = await readPeople(
    db,
    sql`select u.id, row_number() over (order by ${ORDERS.fullName}) as place from users u
      where ${isPersonFor(actor, ['COLLECTOR'])} and ${ofManager}`,
  );
  return { data };
}
