import { readDeviceValue, removeDeviceValue, writeDeviceValue } from './device-store.ts';
import { decryptJson, encryptJson } from './encryption.ts';
import type { Encrypted } from './encryption.ts';
import { openedVaultOrNull } from './vault.ts';
import type { Vault } from './vault.ts';

/** A call's answer as it was last read, for when there is no network. */
export interface KeptAnswer {
  /** When it was read, epoch milliseconds. */
  readonly at: number;
  readonly answer: unknown;
}

/** The oldest go beyond so many of a person. */
const MOST_KEPT = 80;

// Under the prefix of drafts, so that whatever forgets those (another password, a wipe) forgets these too.
const prefixOf = (userId: string) => `draft:${userId}:answer:`;

type Index = Record<string, number>;

let turn: Promise<unknown> = Promise.resolve();

/** One after the other: the index is read, changed and written. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const next = turn.then(work, work);
  turn = next.catch(() => undefined);
  return next;
}

/** Keeps an answer, encrypted under the open vault's key; without an open vault nothing is kept. */
export async function keepAnswer(key: string, answer: unknown, at = Date.now()): Promise<void> {
  await keepIn(openedVaultOrNull(), key, answer, at);
}

/** Keeps what is asked for from now on, for whoever's vault is open now: an answer that comes later is nobody else's. */
export function keeperOfAnswers(): (key: string, answer: unknown) => Promise<void> {
  const vault = openedVaultOrNull();
  return (key, answer) => keepIn(vault, key, answer, Date.now());
}

async function keepIn(
  vault: Vault | null,
  key: string,
  answer: unknown,
  at: number,
): Promise<void> {
  if (vault === null) return;
  const prefix = prefixOf(vault.user._id);
  const name = `${prefix}${key}`;
  const kept: KeptAnswer = { at, answer };
  const sealed = await encryptJson(vault.key, kept, name);
  await inTurn(async () => {
    // Wiped, locked or another person's by now: it must not come back.
    if (openedVaultOrNull() !== vault) return;
    const index = (await readDeviceValue<Index>(`${prefix}*`)) ?? {};
    await writeDeviceValue(name, sealed);
    const all = Object.entries({ ...index, [key]: at }).toSorted(([, a], [, b]) => b - a);
    for (const [old] of all.slice(MOST_KEPT)) await removeDeviceValue(`${prefix}${old}`);
    await writeDeviceValue(`${prefix}*`, Object.fromEntries(all.slice(0, MOST_KEPT)));
  });
}

/** An answer as it was kept, to be parsed by who asks; null: none, none that can be read, or no open vault. */
export async function readKeptAnswer(key: string): Promise<KeptAnswer | null> {
  const vault = openedVaultOrNull();
  if (vault === null) return null;
  const name = `${prefixOf(vault.user._id)}${key}`;
  const stored = await readDeviceValue<Encrypted>(name);
  if (stored === null) return null;
  return decryptJson<KeptAnswer>(vault.key, stored, name).catch(() => null);
}
