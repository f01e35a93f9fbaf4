import { randomUUID } from 'node:crypto';
import { link, rename, rm, writeFile } from 'node:fs/promises';

const isThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

async function withDraft<Result>(
  file: string,
  text: string,
  put: (draft: string) => Promise<Result>,
): Promise<Result> {
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(draft, text, { mode: 0o600, flush: true });
    return await put(draft);
  } finally {
    // What a full disk left of it, too: a server that is started again and again would leave one each time.
    await rm(draft, { force: true });
  }
}

/** Writes a small file of `DATA_DIR` whole, for its owner only: a kill, a full disk or a cut of power leaves what was there before. */
export const writeWhole = async (file: string, text: string): Promise<void> =>
  withDraft(file, text, async (draft) => rename(draft, file));

/** The same for a file that must not be there yet: false, and nothing changed, when it is. */
export const createWhole = async (file: string, text: string): Promise<boolean> =>
  withDraft(file, text, async (draft) => {
    try {
      await link(draft, file);
      return true;
    } catch (error) {
      if (isThere(error)) return false;
      throw error;
    }
  });
