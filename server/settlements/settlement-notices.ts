import { sql } from 'drizzle-orm';
import type { NotificationKind } from '../../contract/notification.ts';
import type { SettlementState, SettlementWait } from '../../contract/settlement.ts';
import type { Actor } from '../access/actor.ts';
import type { Db } from '../database/connection.ts';
import { notify } from '../notifications/notification-service.ts';
import type { NewNotification } from '../notifications/notification-service.ts';
import type { SettlementRow } from './settlement-rows.ts';

type Told = Pick<
  SettlementRow,
  | '_id'
  | 'loanId'
  | 'clientId'
  | 'offeredAmount'
  | 'managerId'
  | 'collectorId'
  | 'fieldAgentId'
  | 'proposedById'
>;

const KIND_OF: Readonly<Record<SettlementState, NotificationKind>> = {
  PROPOSED: 'SETTLEMENT_PROPOSED',
  COUNTERED: 'SETTLEMENT_COUNTERED',
  APPROVED_BY_MANAGER: 'SETTLEMENT_APPROVED',
  APPROVED_BY_CLIENT: 'SETTLEMENT_APPROVED',
  LETTER_ISSUED: 'SETTLEMENT_LETTER',
  ACTIVE: 'SETTLEMENT_RESUMED',
  FULFILLED: 'SETTLEMENT_FULFILLED',
  REJECTED: 'SETTLEMENT_REJECTED',
  WITHDRAWN: 'SETTLEMENT_WITHDRAWN',
  EXPIRED: 'SETTLEMENT_EXPIRED',
  BROKEN: 'SETTLEMENT_BROKEN',
};

async function adminsOf(tx: Db): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select u.id from users u
    where u.role in ('ADMIN', 'SUPER_ADMIN') and u.disabled_at is null and u.deleted_at is null order by u.id limit 50`);
  return rows.map(({ id }) => id);
}

type Recipient = NewNotification['to'];

const people = (...ids: (string | null)[]): Recipient[] =>
  [...new Set(ids)].flatMap((userId) => (userId === null ? [] : [{ userId }]));

/** Who must act next. */
async function nextOf(
  tx: Db,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<Recipient[]> {
  switch (waitsFor) {
    case 'MANAGER':
      // A loan without a manager is the admins' to decide.
      return settlement.managerId === null
        ? people(...(await adminsOf(tx)))
        : people(settlement.managerId);
    case 'ADMIN':
      return people(...(await adminsOf(tx)));
    case 'CLIENT':
    case 'CLIENT_HEAD':
    case 'LETTER':
      return [{ clientId: settlement.clientId }];
    case 'PAYMENT':
      return people(settlement.collectorId, settlement.fieldAgentId);
    case null:
      return [];
  }
}

/** Tells whoever must act next, the proposer and the manager where a settlement stands now; nobody is told of own doing. */
export async function tellOfStanding(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  now: { readonly state: SettlementState; readonly waitsFor: SettlementWait | null },
): Promise<void> {
  const ends: readonly SettlementState[] = ['FULFILLED', 'BROKEN', 'EXPIRED', 'WITHDRAWN'];
  const recipients = [
    ...(await nextOf(tx, settlement, now.waitsFor)),
    ...(now.state === 'PROPOSED' ? [] : people(settlement.proposedById, settlement.managerId)),
    ...(ends.includes(now.state)
      ? [
          { clientId: settlement.clientId },
          ...people(settlement.collectorId, settlement.fieldAgentId),
        ]
      : []),
  ].filter((to) => !('userId' in to) || to.userId !== actor?.userId);
  await tell(tx, actor, settlement, { kind: KIND_OF[now.state], recipients });
}

/** Reminds whoever must act. */
export async function remindNext(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  waitsFor: SettlementWait | null,
): Promise<void> {
  const recipients = await nextOf(tx, settlement, waitsFor);
  await tell(tx, actor, settlement, { kind: 'SETTLEMENT_WAITS', recipients });
}

async function tell(
  tx: Db,
  actor: Actor | null,
  settlement: Told,
  { kind, recipients }: { kind: NotificationKind; recipients: readonly Recipient[] },
): Promise<void> {
  const { _id: settlementId, clientId, loanId, offeredAmount: amount } = settlement;
  const facts = { amount, ...(actor !== null && { personName: actor.fullName }) };
  await notify(
    tx,
    recipients.map((to) => ({ to, kind, facts, clientId, loanId, settlementId })),
  );
}
