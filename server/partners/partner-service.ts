import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { CallRequest } from '../../contract/call.ts';
import type {
  PartnerDetail,
  partnerCalls,
  partnerChangeSchema,
  partnerInputSchema,
} from '../../contract/partner.ts';
import type { Actor } from '../access/actor.ts';
import { staleRecord } from '../audit/stale-record.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import {
  changeAccount,
  refuseWeakPassword,
  setAccountActive,
} from '../identity/account-service.ts';
import { addUser } from '../identity/user-service.ts';
import { lockPartner, readPartner } from './partner-rows.ts';

export { readPartner } from './partner-rows.ts';

/** A new partner, checked. */
type PartnerInput = z.output<typeof partnerInputSchema>;
type PartnerChange = z.output<typeof partnerChangeSchema>;
type ChangeRequest = CallRequest<typeof partnerCalls.changePartner>;

async function saveFirm(tx: Db, id: string, firm: Omit<PartnerChange, 'contacts'>): Promise<void> {
  const share = Math.round(firm.sharePercent * 100);
  await tx.execute(sql`
    insert into partners (user_id, firm_name, address, gst, pan, share_basis_points)
    values (${id}, ${firm.firmName}, ${firm.address}, ${firm.gst}, ${firm.pan}, ${share})
    on conflict (user_id) do update set firm_name = excluded.firm_name, address = excluded.address,
      gst = excluded.gst, pan = excluded.pan, share_basis_points = excluded.share_basis_points, updated_at = now()`);
}

/** The contact persons become the given ones; who stays keeps its id. */
async function saveContacts(
  tx: Db,
  partnerId: string,
  contacts: PartnerChange['contacts'],
): Promise<void> {
  const known = contacts.flatMap(({ _id }) => (_id === undefined ? [] : [_id]));
  await tx.execute(sql`delete from contact_persons
    where partner_id = ${partnerId} and not (id = any(${sql.param(known)}::uuid[]))`);
  for (const { _id, name, matter, designation, phone, email } of contacts) {
    const changed =
      await tx.execute(sql`update contact_persons set name = ${name}, matter = ${matter},
      designation = ${designation}, phone = ${phone}, email = ${email}, updated_at = now()
      where id = ${_id ?? null} and partner_id = ${partnerId}`);
    // One that somebody else removed meanwhile is there again: the form showed it.
    if ((changed.rowCount ?? 0) === 0)
      await tx.execute(sql`insert into contact_persons (id, partner_id, name, matter, designation, phone, email)
        values (${newId()}, ${partnerId}, ${name}, ${matter}, ${designation}, ${phone}, ${email})`);
  }
}

async function insertPartner(
  { tx, audit }: Command,
  actor: Pick<Actor, 'userId'>,
  input: PartnerInput,
): Promise<string> {
  const { contacts, ...firm } = input;
  refuseWeakPassword(input.password, input);
  const id = await addUser(tx, { ...input, role: 'PARTNER', createdBy: actor.userId });
  await saveFirm(tx, id, firm);
  await saveContacts(tx, id, contacts);
  audit({
    action: 'partner.create',
    entity: 'user',
    entityId: id,
    details: { username: input.username, firmName: input.firmName },
  });
  return id;
}

/** Makes a partner: its account, firm and contact persons. Throws 400 for a weak password, 409 NAME_TAKEN. */
export async function addPartner(
  context: Context,
  actor: Actor,
  input: PartnerInput,
): Promise<PartnerDetail> {
  return runCommand(context.db, actor, async (command) => {
    const id = await insertPartner(command, actor, input);
    return readPartner(command.tx, actor, id);
  });
}

/**
 * Changes a partner. Throws 404, 409 STALE_REVISION when somebody changed it since it was read, 409 NAME_TAKEN. A new
 * password ends its sessions.
 */
export async function changePartner(
  context: Context,
  actor: Actor,
  { params, body }: Pick<ChangeRequest, 'params' | 'body'>,
): Promise<PartnerDetail> {
  const { revision, contacts, ...fields } = body;
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    const before = await lockPartner(tx, actor, params.id);
    if (revision !== undefined && revision !== before.revision)
      throw await staleRecord(
        tx,
        { kind: 'partner', id: params.id },
        { revision: before.revision },
      );
    await changeAccount(tx, params.id, { ...fields, phone: fields.phone ?? null });
    await saveFirm(tx, params.id, fields);
    await saveContacts(tx, params.id, contacts);
    audit({
      action: 'partner.change',
      entity: 'user',
      entityId: params.id,
      details: { isPasswordNew: fields.password !== undefined },
    });
    return readPartner(tx, actor, params.id);
  });
}

/** Disables a partner (its sessions end at once) or lets it log in again; what it brought stays with it. Throws 404. */
export async function setPartnerActive(
  context: Context,
  actor: Actor,
  id: string,
  isActive: boolean,
): Promise<PartnerDetail> {
  return runCommand(context.db, actor, async ({ tx, audit }) => {
    await lockPartner(tx, actor, id);
    await setAccountActive(tx, id, isActive);
    audit({
      action: isActive ? 'partner.enable' : 'partner.disable',
      entity: 'user',
      entityId: id,
    });
    return readPartner(tx, actor, id);
  });
}
