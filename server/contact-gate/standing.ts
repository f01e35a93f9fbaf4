import { sql } from 'drizzle-orm';
import { judgeContact } from '../../contract/contact-judge.ts';
import { comparableNumber } from '../../contract/contact-rules.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { contactGateCalls } from '../../contract/contact-gate.ts';
import type { AvoidTime, BlockedNumber, ContactHold } from '../../contract/contact-record.ts';
import type { Role } from '../../contract/roles.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { maskedPhone, seesMaskedPhones } from '../loans/loan-rows-service.ts';
import { readContactFacts, wantedOf } from './contact-facts-service.ts';
import { exceptionsOfLoan } from './exception-service.ts';
import { visibleLoan } from './visible-loan.ts';

type GateCall = typeof contactGateCalls.readContactGate;
type StandingCall = typeof contactGateCalls.readContactStanding;

/**
 * Whether a contact is allowed now, with the figures beside it. A lender's people hear it of their borrower's number,
 * whatever they name, and without what was done for other lenders: by others' numbers they would find out whom else the agency
 * calls, and by guessing what is masked for them. Throws 404.
 */
export async function readGate(
  db: Db,
  actor: Actor,
  { loanId, channel, number: given }: CallRequest<GateCall>['query'],
  businessTz: string,
): Promise<CallAnswer<GateCall>> {
  const loan = await visibleLoan(db, actor, loanId);
  const isLenders = actor.clientId !== null;
  const number = comparableNumber(isLenders ? loan.number : given);
  const at = new Date();
  const wanted = wantedOf([{ loanId, number, at }]);
  const seen = isLenders ? 'OF_LENDER' : 'ALL';
  const facts = (await readContactFacts(db, wanted, businessTz, seen)).get(loanId);
  if (!facts) throw notFound('This loan');
  const { reason, until, today, week } = judgeContact(facts, { channel, number, at });
  const isMessage = channel === 'SMS' || channel === 'WHATSAPP';
  return {
    isAllowed: reason === null,
    reason,
    until: until?.toISOString() ?? null,
    today,
    perDay: isMessage ? facts.messagesPerDay : facts.perDay,
    week,
    perWeek: isMessage ? null : facts.perWeek,
    to: facts.to,
    zone: facts.zone,
  };
}

interface HoldRow extends ContactHold, Record<string, unknown> {}
interface AvoidRow extends AvoidTime, Record<string, unknown> {}
interface NumberRow extends BlockedNumber, Record<string, unknown> {}

const toHold = (row: HoldRow): ContactHold => ({
  ...row,
  startsAt: isoInstant(row.startsAt),
  endsAt: isoInstantOrNull(row.endsAt),
  createdAt: isoInstant(row.createdAt),
  endedAt: isoInstantOrNull(row.endedAt),
});

const withInstant = <Row extends { createdAt: string }>(row: Row): Row => ({
  ...row,
  createdAt: isoInstant(row.createdAt),
});

const toAvoidTime = (row: AvoidRow): AvoidTime => withInstant(row);

/** As a reader of this role sees it. */
function toNumber(row: NumberRow, role: Role): BlockedNumber {
  const number = seesMaskedPhones(role) ? (maskedPhone(row.number) ?? '') : row.number;
  return { ...withInstant(row), number };
}

async function holdsOf(db: Db, loanId: string): Promise<ContactHold[]> {
  const { rows } = await db.execute<HoldRow>(sql`
    select h.id as "_id", h.kind, h.channel, h.starts_at as "startsAt", h.ends_at as "endsAt", h.note,
      u.full_name as "createdBy", h.created_at as "createdAt", e.full_name as "endedBy", h.ended_at as "endedAt",
      h.end_note as "endNote"
    from contact_holds h left join users u on u.id = h.created_by left join users e on e.id = h.ended_by
    where h.loan_id = ${loanId} order by h.starts_at desc, h.id desc limit 100`);
  return rows.map(toHold);
}

async function avoidTimesOf(db: Db, loanId: string): Promise<AvoidTime[]> {
  const { rows } = await db.execute<AvoidRow>(sql`
    select t.id as "_id", to_jsonb(t.weekdays) as weekdays, left(t.from_time::text, 5) as "from",
      left(t.to_time::text, 5) as "to", t.until_day as "untilDay", t.note, u.full_name as "createdBy",
      t.created_at as "createdAt"
    from contact_avoid_times t left join users u on u.id = t.created_by
    where t.loan_id = ${loanId} and t.ended_at is null order by t.created_at, t.id limit 100`);
  return rows.map(toAvoidTime);
}

async function numbersOf(db: Db, actor: Actor, loanId: string): Promise<BlockedNumber[]> {
  const { rows } = await db.execute<NumberRow>(sql`
    select n.id as "_id", n.number, true as "isWrong", n.note, u.full_name as "createdBy", n.created_at as "createdAt"
    from contact_numbers n left join users u on u.id = n.created_by
    where n.loan_id = ${loanId} and n.ended_at is null order by n.created_at, n.id limit 100`);
  return rows.map((row) => toNumber(row, actor.role));
}

/** What stands on a loan about contacts with its borrower. Throws 404. */
export async function readStanding(
  db: Db,
  actor: Actor,
  loanId: string,
  businessTz: string,
): Promise<CallAnswer<StandingCall>> {
  const loan = await visibleLoan(db, actor, loanId);
  const { rows } = await db.execute<{ time_zone: string }>(
    sql`select time_zone from contact_zones where loan_id = ${loanId}`,
  );
  return {
    timeZone: rows[0]?.time_zone ?? null,
    zone: loan.zone ?? businessTz,
    holds: await holdsOf(db, loanId),
    avoidTimes: await avoidTimesOf(db, loanId),
    numbers: await numbersOf(db, actor, loanId),
    exceptions: await exceptionsOfLoan(db, actor, loanId),
  };
}

/** Numbers blocked for all loans, the newest first; found by a part of the number, or by words of the note or of who blocked it. */
export async function listNumbers(
  db: Db,
  { search, ...page }: CallRequest<typeof contactGateCalls.listBlockedNumbers>['query'],
): Promise<CallAnswer<typeof contactGateCalls.listBlockedNumbers>> {
  const part = /\p{L}/u.test(search ?? '') ? null : comparableNumber(search);
  return listPage(db, page, {
    columns: sql`n.id as "_id", n.number, false as "isWrong", n.note, u.full_name as "createdBy",
      n.created_at as "createdAt"`,
    from: sql`contact_numbers n left join users u on u.id = n.created_by`,
    where: allOf([
      sql`n.loan_id is null and n.ended_at is null`,
      search &&
        (part === null
          ? contains(search, sql`n.note`, sql`u.full_name`)
          : contains(part, sql`n.number`)),
    ]),
    order: sql`n.created_at desc, n.id desc`,
    row: (row: NumberRow) => withInstant(row),
  });
}
