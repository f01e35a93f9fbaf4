import { sql } from 'drizzle-orm';
import type { ClientPolicy, ClientRecord } from '../../contract/client.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { businessDay, isoInstant } from '../clock.ts';
import { contactsOfClient } from '../contact-persons/contact-person-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { notFound } from '../errors.ts';
import { slabsByRole } from '../incentives/incentive-wire-service.ts';
import { portfoliosOfClient } from '../portfolios/portfolio-service.ts';

interface HeadRow extends Record<string, unknown> {
  id: string;
  name: string;
  code: string | null;
  address: string | null;
  gst: string | null;
  pan: string | null;
  products: string[];
  buckets: string[];
  manager_waiver_percent: number;
  customer_approval_limit: number | null;
  contact_from: string;
  contact_to: string;
  retention_days: number;
  caller_id_series: string | null;
  revision: number;
  created_at: string;
  updated_at: string;
  loan_count: number;
  due_amount: number;
  unallocated_count: number;
}

interface PolicyRow extends Record<string, unknown> {
  id: string;
  name: string;
  content_type: string;
  size: number;
  created_at: string;
}

async function readHead(db: Db, actor: Actor, id: string): Promise<HeadRow> {
  const { rows } = await db.execute<HeadRow>(sql`
    select c.id, c.name, c.code, c.address, c.gst, c.pan, c.products, c.buckets, c.manager_waiver_percent,
      c.customer_approval_limit, c.contact_from::text, c.contact_to::text, c.retention_days, c.caller_id_series,
      c.revision, c.created_at, c.updated_at, x.loan_count, x.due_amount, x.unallocated_count
    from clients c cross join lateral (select count(*)::int as loan_count,
      coalesce(sum(l.total_due_amount), 0)::bigint as due_amount,
      (count(*) filter (where l.collector_id is null and l.field_agent_id is null))::int as unallocated_count
      from loans l where l.client_id = c.id and l.status = 'ACTIVE') x
    where c.id = ${id} and ${clientsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This client');
  return row;
}

/** The policies of a client, newest first; only those with these ids when they are given. */
export async function policiesOfClient(
  db: Db,
  clientId: string,
  ids: readonly string[] | null = null,
): Promise<ClientPolicy[]> {
  const { rows } =
    await db.execute<PolicyRow>(sql`select id, name, content_type, size, created_at from client_policies
    where client_id = ${clientId} and ${ids === null ? sql`true` : sql`id = any(${sql.param(ids)}::uuid[])`}
    order by created_at desc, id desc`);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    createdAt: isoInstant(row.created_at),
  }));
}

async function feesOf(db: Db, clientId: string): Promise<ClientRecord['successFees']> {
  const { rows } = await db.execute<{
    product: string | null;
    bucket: string | null;
    fee_basis_points: number;
    minimum_fee: number | null;
  }>(sql`select product, bucket, fee_basis_points, minimum_fee from success_fees where client_id = ${clientId}
    order by product nulls first, bucket nulls first`);
  return rows.map((row) => ({
    product: row.product,
    bucket: row.bucket,
    feePercent: row.fee_basis_points / 100,
    minimumFee: row.minimum_fee,
  }));
}

async function managersOf(db: Db, clientId: string): Promise<ClientRecord['managers']> {
  const { rows } = await db.execute<{ _id: string; fullName: string }>(
    sql`select u.id as "_id", u.full_name as "fullName" from manager_clients m join users u on u.id = m.manager_id
      where m.client_id = ${clientId} and u.deleted_at is null order by u.full_name`,
  );
  return rows;
}

/** A client's whole contract; without the people's incentives for the lender's own people. Throws 404. */
export async function readClient(
  { db, settings }: Context,
  actor: Actor,
  id: string,
): Promise<ClientRecord> {
  const head = await readHead(db, actor, id);
  return {
    _id: head.id,
    Client_Name: head.name,
    code: head.code,
    address: head.address,
    gst: head.gst,
    pan: head.pan,
    products: head.products,
    buckets: head.buckets,
    managerWaiverPercent: head.manager_waiver_percent,
    customerApprovalLimit: head.customer_approval_limit,
    contactFrom: head.contact_from.slice(0, 5),
    contactTo: head.contact_to.slice(0, 5),
    retentionDays: head.retention_days,
    callerIdSeries: head.caller_id_series,
    revision: head.revision,
    createdAt: isoInstant(head.created_at),
    updatedAt: isoInstant(head.updated_at),
    loanCount: head.loan_count,
    dueAmount: head.due_amount,
    unallocatedCount: head.unallocated_count,
    portfolios: await portfoliosOfClient(db, id),
    policies: await policiesOfClient(db, id),
    incentives: isAdmin(actor) ? await slabsByRole(db, id, businessDay(settings.businessTz)) : null,
    successFees: await feesOf(db, id),
    contacts: await contactsOfClient(db, id),
    managers: await managersOf(db, id),
  };
}
