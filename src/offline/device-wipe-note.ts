import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';

const keyOf = (userId: string) => `wipe:${userId}`;

/** Notes that a manager ended this device for a user: carried out when the running delivery has sent what it can. */
export async function noteWipeAsked(userId: string): Promise<void> {
  await writeDeviceValue(keyOf(userId), Date.now());
}

/** Is a wipe still to be carried out, or to be confirmed? */
export async function isWipeAsked(userId: string): Promise<boolean> {
  return (await readDeviceValue<number>(keyOf(userId))) !== null;
}

/** The server knows that the wipe was carried out. */
export async function forgetWipe(userId: string): Promise<void> {
  await removeDeviceValue(keyOf(userId));
}
