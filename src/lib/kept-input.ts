/** What stands in a form, by field. */
type Input = Readonly<Record<string, unknown>>;

/** What is kept of a form beyond its page. */
export interface InputDraft {
  readonly input: Input;
  /** By field, those that were chosen. */
  readonly files: Readonly<Record<string, readonly File[]>>;
  /** Files were chosen that are not here: they have to be chosen again. */
  readonly lacksFiles: boolean;
}

/** Where unsaved input outlasts its page. */
interface InputStore {
  save: (form: string, draft: InputDraft) => Promise<void>;
  read: (form: string) => Promise<InputDraft | null>;
  clear: (form: string) => Promise<void>;
}

/** Forms with unsaved input that are on screen now: how to read each. */
const open = new Map<string, () => Input>();
let kept = new Map<string, Input>();
let owner: string | null = null;
let store: InputStore | null = null;

/** What holds a password or PIN, or repeats it, is kept nowhere. */
const SECRET = /password|^(pin|again)$/i;

const openInput = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !SECRET.test(name)));

const isFiles = (value: unknown): value is readonly File[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => each instanceof File);

/** Says that a form has unsaved input, as long as it does and is on screen. Returns how to take that back. */
export function noteUnsavedInput(form: string, read: () => Input): () => void {
  open.set(form, read);
  return () => {
    if (open.get(form) === read) open.delete(form);
  };
}

/**
 * Keeps what stands unsaved in the forms on screen, in this page's memory only: the session ended under a person's
 * hands (idle, 401, another tab), and they will be here again.
 */
export function keepUnsavedInput(userId: string): void {
  owner = userId;
  kept = new Map();
  for (const [form, read] of open) kept.set(form, openInput(read()));
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

/** Says where unsaved input outlasts its page too: a phone ends the page of an app that is out of sight. */
export function keepInputDraftsIn(place: InputStore | null): void {
  store = place;
}

/** Keeps what stands unsaved in a form. One that can't be kept (locked, full) is no reason to disturb. */
export function keepInputDraft(form: string, read: Input): void {
  const input: Record<string, unknown> = {};
  const files: Record<string, readonly File[]> = {};
  for (const [name, value] of Object.entries(openInput(read))) {
    if (isFiles(value)) files[name] = value;
    else input[name] = value;
  }
  store
    ?.save(form, { input, files, lacksFiles: false })
    .then(() => forgetOlder(form))
    .catch(() => undefined);
}

/** Where an earlier version of the app kept what a form shows, until it is kept under the form's own name. */
const olderNames = new Map<string, string>();

function forgetOlder(form: string): void {
  const older = olderNames.get(form);
  olderNames.delete(form);
  if (older !== undefined) store?.clear(older).catch(() => undefined);
}

/** What an earlier page kept of a form, or an earlier version under the older name; null without. */
export async function readInputDraft(form: string, olderName: string): Promise<InputDraft | null> {
  const found = (await store?.read(form).catch(() => null)) ?? null;
  if (found !== null || olderName === form) return found;
  const older = (await store?.read(olderName).catch(() => null)) ?? null;
  if (older !== null) olderNames.set(form, olderName);
  return older;
}

/** Forgets it: the form was saved, or left knowingly. Where the session ended under it, it stays. */
export function dropInputDraft(form: string): void {
  if (kept.has(form)) return;
  store?.clear(form).catch(() => undefined);
  forgetOlder(form);
}
