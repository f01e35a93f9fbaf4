import { z } from 'zod';
import { isBusyError } from './busy.ts';
import { namedProblemWords, problemsIn } from './problem-words.ts';
import type { Catalogue } from './texts/catalogue.ts';
import { currentLanguage, refusalFinder, text } from './texts/texts.ts';

/** An error as a toast says it, in the words of spec 8. Any value may come; nothing is thrown. */
export function errorWords(error: unknown): string {
  const t = text();
  if (!(error instanceof Error)) return t('states.errorBody');
  if (isOfflineError(error))
    return t(isBusyError(error) ? 'toasts.serverBusy' : 'toasts.networkError');
  if (isDeviceError(error))
    return [t(`offline.error.${error.code}`), ...problemsIn(error).map(namedProblemWords)].join(
      ' ',
    );
  if (error.name === 'UnreadableFileError' && 'fileName' in error)
    return t('toasts.fileUnreadable', { name: String(error.fileName) });
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  switch (status) {
    case 404:
      return t('toasts.notFound', { status });
    case 400:
    case 401:
    case 415:
    case 422:
      return `${status} ${refusalWords(error)}`;
    case 500:
      return `${t('toasts.serverError', { status })}. ${error.message}`;
    default:
      return refusalWords(error) || t('states.errorBody');
  }
}

type Translation = (sentence: string) => string | null;

let translation: Translation = () => null;

/** From now on errors say in the reader's language what `translate` knows of the server's sentences. */
export function translateErrors(translate: Translation): void {
  translation = translate;
}

function translatedRefusal(told: string): string | null {
  const found = refusalFinder()?.(told);
  return found
    ? text()(`refusalWords.${found.word}`, { ...found.values, defaultValue: told })
    : null;
}

/** A sentence that an answer tells, in the reader's language where it is known. */
export const sentenceWords = (told: string): string => translatedRefusal(told) ?? told;

/** What a refusal's code means in the reader's language; null in English, where the server's own sentence says it. */
function wordsOfCode(error: Error): string | null {
  if (currentLanguage() === 'en' || !('code' in error) || typeof error.code !== 'string')
    return null;
  const code = error.code as keyof Catalogue['refusals'];
  return text()(`refusals.${code}`, { defaultValue: '' }) || null;
}

/**
 * What a refusal says: its sentence, which is English, and its wrong fields; in another language those alone, or what its
 * code means.
 */
export function refusalWords(error: Error): string {
  const known = translation(error.message) ?? translatedRefusal(error.message);
  if (known !== null) return known;
  const problems = problemsIn(error);
  const fields = problems.map(namedProblemWords).join(' ');
  // A sentence that is only the first wrong field's says less than the named fields.
  const isOfField = problems.some(({ path, message }) =>
    [message, `${path}: ${message}`].includes(error.message),
  );
  if (fields !== '' && (isOfField || currentLanguage() !== 'en')) return fields;
  const ofCode = wordsOfCode(error);
  if (ofCode !== null) return ofCode;
  return error.message.includes(fields) ? error.message : `${error.message} ${fields}`;
}

/** Whether the server gave no answer, out of reach or without time: what is kept on the device stands in. */
export const isUnanswered = (error: unknown): boolean =>
  isOfflineError(error) || isBusyError(error);

/** Whether an error means that the server could not be reached. */
export function isOfflineError(error: unknown): boolean {
  return error instanceof Error && error.name === 'OfflineError';
}

/** Whether the server, or a gateway before it, had no time for what was asked, or failed at it: nothing is wrong with that. */
export const isServersFault = (error: unknown): boolean =>
  isBusyError(error) ||
  (error instanceof Error &&
    'status' in error &&
    typeof error.status === 'number' &&
    error.status >= 500);

/** Whether the server knows no such thing, or none that the reader may see. */
export const isMissingError = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404 && !isOfflineError(error);

type DeviceCode = keyof Catalogue['offline']['error'];

/** Whether an error is one of this device's own (storage, vault, photo), which have their own words. */
function isDeviceError(error: Error): error is Error & { code: DeviceCode } {
  return error.name === 'DeviceError' && 'code' in error;
}

/** Whether somebody else changed what a save stood on. */
export function isStaleError(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'STALE_REVISION' || error.code === 'STALE_RULES')
  );
}

const staleSchema = z.object({
  details: z.object({
    changedBy: z.string().nullable().catch(null),
    changedAt: z.string().nullable().catch(null),
  }),
});

/** Who changed the record meanwhile and when (an instant), as far as the server says. */
export interface StaleChange {
  readonly by: string | null;
  readonly at: string | null;
}

/** Who made the change that a refused save would have overwritten. */
export function staleChange(error: unknown): StaleChange {
  const details = staleSchema.safeParse(error).data?.details;
  return { by: details?.changedBy ?? null, at: details?.changedAt ?? null };
}

const told = new WeakSet<object>();

/** Says that a person was told of an error where it belongs, such as at a form's fields: no toast has to. */
export function noteTold(error: unknown): void {
  if (typeof error === 'object' && error !== null) told.add(error);
}

/** Whether a person was told of an error already. */
export function isTold(error: unknown): boolean {
  return typeof error === 'object' && error !== null && told.has(error);
}
