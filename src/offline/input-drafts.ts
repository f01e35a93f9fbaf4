import { z } from 'zod';
import { clearDraft, readDraft, saveDraft } from './drafts.ts';

const keyOf = (form: string) => `form:${form}`;

const inputDraftSchema = z.object({
  input: z.record(z.string(), z.unknown()),
  hadFiles: z.boolean(),
});

/** Keeps what stands unsaved in a form. Throws LOCKED. */
export async function saveInputDraft(
  form: string,
  draft: z.infer<typeof inputDraftSchema>,
): Promise<void> {
  await saveDraft(keyOf(form), draft);
}

/** What was kept of a form, or null. Throws LOCKED. */
export async function readInputDraft(
  form: string,
): Promise<z.infer<typeof inputDraftSchema> | null> {
  return inputDraftSchema.safeParse(await readDraft(keyOf(form))).data ?? null;
}

/** Forgets it. Throws LOCKED. */
export async function clearInputDraft(form: string): Promise<void> {
  await clearDraft(keyOf(form));
}
