import { sql } from 'drizzle-orm';
import type { AttachedFile } from '../../contract/disposition.ts';
import type {
  SettlementDetail,
  SettlementEvent,
  SettlementLetter,
} from '../../contract/settlement.ts';
import { levelOf } from '../../contract/settlement-authority.ts';
import { authorityFor, limitsOf } from '../../contract/settlement-rule.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay, isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { expectedOfLoan } from '../predictions/loan-expectation-service.ts';
import { draftsOf } from './letter-draft-service.ts';
import { followedOf, moneyOf } from './settlement-following-service.ts';
import { readRecord } from './settlement-record.ts';
import { findSettlement, toSettlement } from './settlement-rows.ts';
import type { SettlementRow } from './settlement-rows.ts';

interface EventRow extends SettlementEvent, Record<string, unknown> {}
interface LetterRow extends SettlementLetter, Record<string, unknown> {}
interface FileRow extends AttachedFile, Record<string, unknown> {}

async function eventsOf(db: Db, id: string): Promise<SettlementEvent[]> {
  const { rows } = await db.execute<EventRow>(sql`
    select e.id as "_id", e.action, e.from_state as "fromStatus", e.to_state as "toStatus", u.full_name as "personName",
      e.actor_role as role, e.at, e.remarks, e.offered_amount as "offeredAmount", e.waiver_amount as "waiverAmount",
      e.valid_until as "validUntil", e.instalments, e.paid_amount as "paidAmount"
    from settlement_events e left join users u on u.id = e.actor_id
    where e.settlement_id = ${id} order by e.revision desc`);
  return rows.map((row) => Object.assign(row, { at: isoInstant(row.at) }));
}

async function lettersOf(db: Db, id: string): Promise<SettlementLetter[]> {
  const { rows } = await db.execute<LetterRow>(sql`
    select t.id as "_id", t.name, t.content_type as "contentType", t.size, t.sha256, t."check", t.findings,
      t.confirm_reason as "confirmReason", u.full_name as "Uploaded_By", t.uploaded_at as "uploadedAt",
      t.replaced_at as "replacedAt"
    from settlement_letters t join users u on u.id = t.uploaded_by
    where t.settlement_id = ${id} order by t.uploaded_at desc, t.id desc`);
  return rows.map((row) =>
    Object.assign(row, {
      uploadedAt: isoInstant(row.uploadedAt),
      replacedAt: isoInstantOrNull(row.replacedAt),
    }),
  );
}

async function filesOf(db: Db, id: string): Promise<AttachedFile[]> {
  const { rows } = await db.execute<FileRow>(sql`
    select f.id as "_id", f.kind, f.name, f.content_type as "contentType", f.size, f.sha256,
      f.delivered_at is not null as "isDelivered"
    from files f where f.settlement_id = ${id} order by f.created_at, f.id`);
  return rows;
}

/** What came without a settlement, by the history of the client's loans in the same bucket that ended in the last year. */
async function expectedPercent(db: Db, row: SettlementRow): Promise<number | null> {
  const { rows } = await db.execute<{ percent: number | null }>(sql`
    select round(sum(x.paid) * 100.0 / nullif(sum(x.paid + x.left_due), 0), 1)::float8 as percent
    from (select l.paid_amount as paid, greatest(coalesce(l.total_due_amount, 0), 0) as left_due
      from loans l where l.client_id = ${row.clientId} and l.bucket is not distinct from ${row.Bucket}::text
        and l.status in ('PAID', 'EXPIRED', 'WITHDRAWN') and l.updated_at > now() - interval '1 year'
      order by l.updated_at desc limit 5000) x`);
  return rows[0]?.percent ?? null;
}

/** A settlement with its history, instalments, letters and documents. Throws 404. */
export async function readSettlement(
  context: Context,
  actor: Actor,
  id: string,
): Promise<SettlementDetail> {
  const { db, settings } = context;
  const row = await findSettlement(db, actor, sql`s.id = ${id}`);
  const today = businessDay(settings.businessTz);
  const money = await moneyOf(db, row, today);
  const counted =
    row.letterAt === null ? { ...money, payments: [], receipted: [], shift: 0 } : money;
  const followed = followedOf(row, counted, today);
  const record = await readRecord(db, actor, row.loanId);
  return {
    ...toSettlement(actor)(row),
    remarks: row.remarks,
    instalments: [...followed.instalments],
    bouncedAmount: row.waitsFor === null ? 0 : Math.max(money.shift, 0),
    events: await eventsOf(db, id),
    // Letters are for those who see the loan.
    letters: record === null ? [] : await lettersOf(db, id),
    files: await filesOf(db, id),
    drafts: await draftsOf(db, actor, row),
    limits: limitsOf(authorityFor(row, row), row),
    expectedPercent: await expectedPercent(db, row),
    expectation: levelOf(actor.role) === null ? null : await expectedOfLoan(context, row),
    record,
    coolingUntil: row.coolingUntil,
    graceDays: row.graceDays,
  };
}
