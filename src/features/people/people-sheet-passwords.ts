import type { BulkPeopleAnswer } from '../../../contract/person.ts';
import { showError } from '../../components/toast-store.ts';
import { errorWords } from '../../lib/error-words.ts';
import { saveSheet } from '../../lib/sheet.ts';
import { text } from '../../lib/texts/texts.ts';

/** Saves the passwords that were made for a sheet's people as a spreadsheet; nothing when none were. */
export async function savePasswords({ rows }: BulkPeopleAnswer): Promise<void> {
  const made = rows.filter((row) => row.madePassword !== null);
  if (made.length === 0) return;
  const t = text();
  const head = [t('people.fullName'), t('people.username'), t('login.email'), t('people.password')];
  try {
    const rows = made.map((row) => [row.fullName, row.username, row.email, row.madePassword ?? '']);
    await saveSheet(`${t('people.sheet.passwordsFile')}.xlsx`, { head, rows });
  } catch (error) {
    showError(errorWords(error));
  }
}
