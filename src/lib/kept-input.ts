/** What stands in a form, by field. */
type Input = Readonly<Record<string, unknown>>;

/** Forms with unsaved input that are on screen now: how to read each. */
const open = new Map<string, () => Input>();
let kept = new Map<string, Input>();
let owner: string | null = null;

/** Says that a form has unsaved input, as long as it does and is on screen. Returns how to take that back. */
export function noteUnsavedInput(form: string, read: () => Input): () => void {
  open.set(form, read);
  return () => {
    if (open.get(form) === read) open.delete(form);
  };
}

/**
 * Keeps what stands unsaved in the forms on screen, in this page's memory only: the session ended under a person's
 * hands (idle, 401, another tab), and they will be here again. Passwords are not kept.
 */
export function keepUnsavedInput(userId: string): void {
  owner = userId;
  kept = new Map();
  for (const [form, read] of open) {
    const entries = Object.entries(read()).filter(([name]) => !/password/i.test(name));
    kept.set(form, Object.fromEntries(entries));
  }
}

/** Forgets what was kept, unless it is this person's. Without a person (they logged out): in any case. */
export function forgetKeptInput(userId: string | null): void {
  if (userId !== null && userId === owner) return;
  owner = null;
  kept = new Map();
}

/** What was kept of a form, once; null without. */
export function takeKeptInput(form: string): Input | null {
  const input = kept.get(form) ?? null;
  kept.delete(form);
  return input;
}
