import type { z } from 'zod';
import type { CallAnswer } from '../../contract/call.ts';
import type { deviceCalls } from '../../contract/device.ts';
import type { DeviceCaller } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { noteContact } from './device-contact.ts';
import { readEpoch } from './device-registration.ts';
import { noteWiped } from './device-wipe.ts';
import { currentServerKey } from './server-keys.ts';

type ConfirmCall = (typeof deviceCalls)['confirmWipe'];

/** The device says that its cache is gone: its delivery token ends at once, or when nothing waits there any more. */
export async function confirmWipe(
  { db }: Context,
  device: DeviceCaller,
  { device: said }: z.output<ConfirmCall['body']>,
): Promise<CallAnswer<ConfirmCall>> {
  const receivedAt = Date.now();
  const epoch = await readEpoch(db);
  const { keyId } = await currentServerKey(db);
  await runCommand(db, device.actor, (command) => noteWiped(command, device));
  const contact = { said, operations: [], receipts: [], receivedAt, keyId, epoch };
  await noteContact(db, device, contact);
  return { ok: true };
}
