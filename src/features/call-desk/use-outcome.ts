import type { DispositionCode } from '../../../contract/disposition.ts';
import { knownLeft } from '../../../contract/loan.ts';
import type { LoanDetail } from '../../../contract/loan.ts';
import { useSchemaForm } from '../../components/form.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useUndo } from '../../components/use-undo.ts';
import { errorWords } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_CONTACT, contactSchema } from './contact-form.ts';
import type { ContactValues } from './contact-form.ts';
import { NO_FILES, saveContact } from './contact-save.ts';
import type { CallState } from './use-call.ts';
import { hasFiles, useKeptFiles } from './use-kept-files.ts';

/**
 * The outcome of a call as it is typed: what `DispositionForm` takes of it, and how it is kept on this device. `draft` names
 * the call among those that are not saved yet.
 */
export function useOutcome(
  loan: LoanDetail,
  codes: readonly DispositionCode[],
  draft: string,
  begun: ContactValues = EMPTY_CONTACT,
) {
  const t = useText();
  const { files, change: onFiles, allFiles, forget: forgetFiles } = useKeptFiles(draft);
  const schema = contactSchema(codes, (problem) => t(`callDesk.${problem}`), {
    left: knownLeft(loan),
  });
  const form = useSchemaForm<ContactValues, ContactValues>(schema, begun);
  const values = form.watch();
  const offerUndo = useUndo();
  const onClear = () => {
    const cleared = form.getValues();
    form.reset(EMPTY_CONTACT);
    onFiles(NO_FILES);
    offerUndo(t('callDesk.formCleared'), () => {
      form.reset(cleared);
      onFiles(files);
    });
  };
  /** False: it could not be saved, and a toast says why. Its draft is forgotten once it is safe. */
  const keep = async (
    given: ContactValues,
    call: CallState,
    forgetDraft: () => Promise<void>,
    uncalledId?: string,
  ): Promise<boolean> => {
    const code = codes.find((each) => each.code === given.disposition);
    if (code === undefined) return false;
    try {
      const chosen = await allFiles();
      const contact = { loanId: loan._id, code, values: given, files: chosen, call, uncalledId };
      await saveContact(contact);
    } catch (error) {
      showError(errorWords(error));
      return false;
    }
    await Promise.all([forgetDraft(), forgetFiles()]);
    showSuccess(t('toasts.dispositionAdded'));
    if (!navigator.onLine) showInfo(t('callDesk.savedHere'));
    return true;
  };
  return {
    form,
    values,
    isTyped: JSON.stringify(values) !== JSON.stringify(EMPTY_CONTACT),
    hasFiles: hasFiles(files),
    keep,
    fields: { loan, codes, form, files, onFiles, onClear },
  };
}
