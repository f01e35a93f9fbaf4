import { changeDeviceValue, readDeviceValue, removeDeviceValue } from './device-store.ts';
import { announce } from './signals.ts';
import { openedVault } from './vault.ts';

const keyOf = (userId: string) => `lost-forms:${userId}`;

/** When each form was last typed in, milliseconds; null: an older version kept it, and didn't say. */
export type LostForms = readonly (number | null)[];

/** Notes forms that a user had not finished and that are gone with what protected them. */
export async function noteLostForms(userId: string, lost: LostForms): Promise<void> {
  if (lost.length === 0) return;
  await changeDeviceValue<LostForms>(keyOf(userId), (untold) => [...(untold ?? []), ...lost]);
}

/** The lost forms that a user was not told of yet. */
export async function lostForms(userId: string): Promise<LostForms> {
  return (await readDeviceValue<LostForms>(keyOf(userId))) ?? [];
}

/** The logged-in person knows. Throws LOCKED. */
export async function markLostFormsTold(): Promise<void> {
  await removeDeviceValue(keyOf(openedVault().user._id));
  announce('outbox');
}
