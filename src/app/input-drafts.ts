import { keepInputDraftsIn } from '../lib/kept-input.ts';
import { isOfflineRole } from './session-hooks.ts';
import { sessionStore } from './session.ts';

/** The offline part, loaded only for whom it is there; null for others. */
async function drafts() {
  const user = sessionStore.get();
  return user !== null && isOfflineRole(user.role) ? import('../offline/input-drafts.ts') : null;
}

/** Keeps what is typed into forms on the devices of those whose work is kept there. */
export function startInputDrafts(): void {
  keepInputDraftsIn({
    save: async (form, draft) => (await drafts())?.saveInputDraft(form, draft),
    read: async (form) => (await drafts())?.readInputDraft(form) ?? null,
    clear: async (form) => (await drafts())?.clearInputDraft(form),
  });
}
