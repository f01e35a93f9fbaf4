import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import type { Page } from '../../contract/paging.ts';
import type { Partner, PartnerDetail, partnerCalls } from '../../contract/partner.ts';
import type { Actor } from '../access/actor.ts';
import { peopleVisibleTo } from '../access/scope.ts';
import { isoInstant } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, listPage, wordConditions } from '../database/list-page.ts';
import { notFound } from '../errors.ts';

type ListQuery = CallRequest<typeof partnerCalls.listPartners>['query'];
type Sort = NonNullable<ListQuery['sort']>;

interface PartnerRow extends Omit<Partner, 'sharePercent'>, Record<string, unknown> {
  shareBasisPoints: number;
}

/** Partners `u` with their firms `p`. An account made elsewhere has no firm yet: its own name stands for one. */
const partners = sql`users u left join partners p on p.user_id = u.id`;
const firmName = sql`coalesce(p.firm_name, u.full_name)`;

const isPartner = (actor: Actor): SQL =>
  sql`u.role = 'PARTNER' and u.deleted_at is null and ${peopleVisibleTo(actor)}`;

/** What a page's partners brought: counted for these rows only, their managers' loans by the index on the manager. */
const counts = sql`cross join lateral (
    select count(*) filter (where b.role = 'MANAGER') as "managerCount",
      count(*) filter (where b.role in ('COLLECTOR', 'FIELD_AGENT')) as "agentCount"
    from users b where b.created_by = u.id and b.deleted_at is null) brought
  cross join lateral (select count(*) as "clientCount" from clients c where c.created_by = u.id) lenders
  cross join lateral (
    select count(*) as "loanCount", coalesce(sum(l.total_due_amount), 0)::bigint as "dueAmount" from loans l
    where l.status = 'ACTIVE' and l.manager_id in (select m.id from users m where m.created_by = u.id)) stock`;

const columns = sql`u.id as "_id", u.username, u.full_name as "fullName", u.email, u.phone, ${firmName} as "firmName",
  p.address, p.gst, p.pan, coalesce(p.share_basis_points, 0) as "shareBasisPoints", u.disabled_at is null as "isActive",
  brought."managerCount", brought."agentCount", lenders."clientCount", stock."loanCount", stock."dueAmount",
  u.created_at as "createdAt", u.revision`;

function toPartner({ shareBasisPoints, ...row }: PartnerRow): Partner {
  return { ...row, sharePercent: shareBasisPoints / 100, createdAt: isoInstant(row.createdAt) };
}

const matching = ({ search, status }: ListQuery): SQL =>
  allOf([
    status && (status === 'active' ? sql`u.disabled_at is null` : sql`u.disabled_at is not null`),
    ...wordConditions(
      sql`lower(concat_ws(' ', p.firm_name, u.full_name, u.username, u.email, u.phone, p.gst, p.pan))`,
      search,
    ),
  ]);

/** Loans of a partner, for ordering the list only. */
const loansOf = sql`(select count(*) from loans l where l.status = 'ACTIVE' and l.manager_id in
  (select m.id from users m where m.created_by = u.id))`;

const ORDERS: Readonly<Record<Sort, SQL>> = {
  firmName: sql`lower(${firmName}), u.id`,
  '-firmName': sql`lower(${firmName}) desc, u.id desc`,
  loanCount: sql`${loansOf}, u.id`,
  '-loanCount': sql`${loansOf} desc, u.id desc`,
  createdAt: sql`u.created_at, u.id`,
  '-createdAt': sql`u.created_at desc, u.id desc`,
};

/** A page of the partners that the actor may see, by firm unless sorted otherwise. */
export async function listPartners(
  { db }: Context,
  actor: Actor,
  query: ListQuery,
): Promise<Page<Partner>> {
  return listPage(db, query, {
    columns,
    from: partners,
    joins: counts,
    where: sql`${isPartner(actor)} and ${matching(query)}`,
    order: ORDERS[query.sort ?? 'firmName'],
    // Only the page's partners are counted through.
    key: sql`u.id`,
    row: toPartner,
  });
}

/** One partner with its contact persons by name. Throws 404 when it is not there for the actor. */
export async function readPartner(db: Db, actor: Actor, id: string): Promise<PartnerDetail> {
  const result = await db.execute<PartnerRow>(
    sql`select ${columns} from ${partners} ${counts} where u.id = ${id} and ${isPartner(actor)}`,
  );
  const [row] = result.rows;
  if (!row) throw notFound('This partner');
  const contacts = await db.execute<
    PartnerDetail['contacts'][number] & Record<string, unknown>
  >(sql`
    select id as "_id", name, matter, designation, phone, email from contact_persons
    where partner_id = ${id} order by lower(name), id`);
  return { ...toPartner(row), contacts: contacts.rows };
}

/**
 * Locks a partner against other changes until the transaction's end, and with it who is to take over: two who delete
 * partners crosswise must not hand over to one that goes. Throws 404 when it is not there for the actor.
 */
export async function lockPartner(
  tx: Db,
  actor: Actor,
  id: string,
  successorId?: string,
): Promise<{ revision: number; username: string }> {
  const ids = successorId === undefined ? [id] : [id, successorId];
  await tx.execute(
    sql`select 1 from users where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`,
  );
  const result = await tx.execute<{ revision: number; username: string }>(
    sql`select u.revision, u.username from users u where u.id = ${id} and ${isPartner(actor)}`,
  );
  const [row] = result.rows;
  if (!row) throw notFound('This partner');
  return row;
}
