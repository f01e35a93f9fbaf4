import { errorWords, isOfflineError } from '../lib/error-words.ts';
import { loadAllTexts, text } from '../lib/texts/texts.ts';

/** Why a login failed, in words: the server's own, this device's, or 'Network error' (spec 8). */
export async function loginWords(error: unknown): Promise<string> {
  if (isOfflineError(error)) return text()('login.network');
  if (error instanceof Error && error.name === 'RefusedError') return error.message;
  // The words for the rest are not among the first screen's texts.
  await loadAllTexts();
  return errorWords(error);
}
