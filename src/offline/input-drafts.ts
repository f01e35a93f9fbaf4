import { z } from 'zod';
import {
  clearDraft,
  listDraftKeys,
  listDrafts,
  readDraft,
  readDraftFile,
  saveDraft,
  saveDraftFile,
} from './drafts.ts';
import { newId } from './id.ts';

const keyOf = (form: string) => `form:${form}`;
/** A form's name may hold anything; only an id follows it. */
const fileKey = (form: string, id: string) => `form-file:${form}:${id}`;

/** What stands in a form, its files by field. */
interface InputDraft {
  readonly input: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, readonly File[]>>;
  /** Files were chosen that could not be kept. */
  readonly lacksFiles: boolean;
}

const storedSchema = z.object({
  input: z.record(z.string(), z.unknown()),
  /** Ids of files, by field; older versions kept none. */
  files: z.record(z.string(), z.array(z.uuid())).default({}),
  hadFiles: z.boolean(),
});

/** Under which id a chosen file is kept: what is typed is kept often, a file once. */
const ids = new WeakMap<File, string>();

function idOf(file: File): string {
  const id = ids.get(file) ?? newId();
  ids.set(file, id);
  return id;
}

const turns = new Map<string, Promise<unknown>>();

/**
 * A form's files are read, written and forgotten in the order in which that was asked for: who types while they are still
 * read must not have them forgotten.
 */
async function inTurn<Result>(form: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (turns.get(form) ?? Promise.resolve()).then(work, work);
  turns.set(form, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(form) === turn) turns.delete(form);
  }
}

/** The ids of a form's files that are kept. */
async function keptIds(form: string): Promise<string[]> {
  const all = await listDraftKeys(fileKey(form, ''));
  return all.filter((id) => z.uuid().safeParse(id).success);
}

/** Keeps those of a form's files that are not kept yet, and forgets those that are not among them any more. */
async function keepFiles(form: string, files: readonly File[]): Promise<void> {
  const kept = await keptIds(form);
  const wanted = new Map(files.map((file) => [idOf(file), file]));
  for (const id of kept) if (!wanted.has(id)) await clearDraft(fileKey(form, id));
  // One that can't be kept (full, gone from the phone) is missing later, and said to be.
  for (const [id, file] of wanted)
    if (!kept.includes(id)) await saveDraftFile(fileKey(form, id), file).catch(() => undefined);
}

/** Keeps what stands unsaved in a form. Throws LOCKED. */
export async function saveInputDraft(form: string, draft: InputDraft): Promise<void> {
  const entries = Object.entries(draft.files);
  const files = Object.fromEntries(entries.map(([field, list]) => [field, list.map(idOf)]));
  const all = entries.flatMap(([, list]) => list);
  const stored = { input: draft.input, files, hadFiles: draft.lacksFiles };
  await Promise.all([
    saveDraft(keyOf(form), stored),
    inTurn(form, async () => keepFiles(form, all)),
  ]);
}

/** What was kept of a form, or null. Throws LOCKED. */
export async function readInputDraft(form: string): Promise<InputDraft | null> {
  // At once: what is typed next must not be taken for what was kept.
  const draft = readDraft(keyOf(form));
  const reading = inTurn(form, async () => withFiles(form, await draft));
  const [, kept] = await Promise.all([draft, reading]);
  return kept;
}

async function withFiles(form: string, draft: unknown): Promise<InputDraft | null> {
  const stored = storedSchema.safeParse(draft).data;
  if (stored === undefined) return null;
  let lacksFiles = stored.hadFiles;
  const files: Record<string, File[]> = {};
  for (const [field, list] of Object.entries(stored.files)) {
    const found: File[] = [];
    for (const id of list) {
      const file = await readDraftFile(fileKey(form, id));
      if (file === null) lacksFiles = true;
      else {
        ids.set(file, id);
        found.push(file);
      }
    }
    if (found.length > 0) files[field] = found;
  }
  return { input: stored.input, files, lacksFiles };
}

/** What was kept of the forms whose names start so, without their files. Throws LOCKED. */
export async function listInputDrafts(
  start: string,
): Promise<{ form: string; input: InputDraft['input']; keptAt: number | null }[]> {
  const drafts = await listDrafts(keyOf(start));
  return drafts.flatMap(({ rest, draft, keptAt }) => {
    const stored = storedSchema.safeParse(draft).data;
    return stored === undefined ? [] : [{ form: `${start}${rest}`, input: stored.input, keptAt }];
  });
}

/** A form that nobody came back to for so long is told of, milliseconds: 7 days. */
const LEFT_MS = 7 * 86_400_000;

/** A form that was left unfinished, and where it stands. */
export interface LeftForm {
  form: string;
  path: string;
  /** When it was last typed in, milliseconds; null: an older version kept it. */
  keptAt: number | null;
}

/** The forms that were left unfinished a week ago or earlier, oldest first. Throws LOCKED. */
export async function leftForms(): Promise<LeftForm[]> {
  const latest = Date.now() - LEFT_MS;
  const drafts = await listInputDrafts('');
  return drafts
    .filter(({ keptAt }) => (keptAt ?? 0) < latest)
    .map(({ form, keptAt }) => ({ form, path: form.split('#')[0] ?? '', keptAt }))
    .toSorted((one, other) => (one.keptAt ?? 0) - (other.keptAt ?? 0));
}

/** Forgets it. Throws LOCKED. */
export async function clearInputDraft(form: string): Promise<void> {
  await Promise.all([clearDraft(keyOf(form)), inTurn(form, async () => keepFiles(form, []))]);
}
