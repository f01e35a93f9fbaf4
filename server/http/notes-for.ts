import type { Actor } from '../access/actor.ts';
import { seesMaskedPhones, textFor } from '../loans/loan-rows-service.ts';

/** Fields of answers that somebody writes in words of their own, in which numbers of borrowers stand too ("opp. school, mob ..."). */
const NOTE = /(?:^|[a-z])(?:remarks|note|reason|why|doubt|said|matter|personMet|address)$/i;

/** Whether a field, by its name or path, has what somebody wrote. */
export const isNote = (path: string): boolean => NOTE.test(path.slice(path.lastIndexOf('.') + 1));

function masked(reader: Pick<Actor, 'role'>, value: unknown, name: string): unknown {
  if (typeof value === 'string') return isNote(name) ? textFor(reader.role, value) : value;
  if (Array.isArray(value)) return value.map((each) => masked(reader, each, name));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, masked(reader, each, key)]),
  );
}

/** An answer as its reader may see it: numbers in notes are masked for who sees numbers masked. */
export const answerFor = (reader: Pick<Actor, 'role'> | null, answer: unknown): unknown =>
  reader !== null && seesMaskedPhones(reader.role) ? masked(reader, answer, '') : answer;
