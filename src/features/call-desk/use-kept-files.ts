import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { fromBase64Url, toBase64Url } from '../../offline/bytes.ts';
import { clearDraft, readDraft, saveDraft } from '../../offline/drafts.ts';
import { NO_FILES } from './contact-save.ts';
import type { ContactFiles } from './contact-save.ts';

/** The key of a draft's files. */
export const filesKeyOf = (draft: string) => `call-files:${draft}`;

const storedList = z
  .array(z.object({ name: z.string(), type: z.string(), data: z.string() }))
  .transform((all) =>
    all.map(({ name, type, data }) => new File([fromBase64Url(data)], name, { type })),
  );
const storedFiles = z.object({ screenShot: storedList, supportingDoc: storedList });

const stored = (files: readonly File[]) =>
  Promise.all(
    files.map(async (file) => {
      const { name, type } = file;
      return { name, type, data: toBase64Url(await file.arrayBuffer()) };
    }),
  );

/** What is being kept of each call: whoever leaves its form and comes back at once waits for it. */
const keeping = new Map<string, Promise<void>>();

async function readKept(draft: string): Promise<ContactFiles> {
  await keeping.get(draft);
  const kept = storedFiles.safeParse(await readDraft(filesKeyOf(draft)));
  return kept.success ? kept.data : NO_FILES;
}

/** Whether any file is chosen. */
export const hasFiles = ({ screenShot, supportingDoc }: ContactFiles): boolean =>
  screenShot.length + supportingDoc.length > 0;

/**
 * The files chosen for a call that is not saved yet, kept on the device apart from what is typed: they are large and seldom
 * change. Returns them, how they change, all of them once what is kept is there, and how to forget it.
 */
export function useKeptFiles(draft: string) {
  const [files, setFiles] = useState(NO_FILES);
  const latest = useRef(NO_FILES);
  const isDone = useRef(false);
  const isRead = useRef(false);
  const reading = useRef<Promise<void>>(Promise.resolve());
  const show = (next: ContactFiles) => {
    latest.current = next;
    setFiles(next);
  };
  const keep = async (before: Promise<void> | undefined): Promise<void> => {
    // What was kept comes beside what is chosen first: it would be written over unread.
    await Promise.all([before, reading.current]);
    const next = latest.current;
    if (!hasFiles(next)) return clearDraft(filesKeyOf(draft));
    const [screenShot, supportingDoc] = await Promise.all([
      stored(next.screenShot),
      stored(next.supportingDoc),
    ]);
    // Reading them takes a while: something else may have been chosen, or the call saved.
    if (latest.current === next && !isDone.current)
      await saveDraft(filesKeyOf(draft), { screenShot, supportingDoc });
  };
  const change = (next: ContactFiles) => {
    show(next);
    // A locked or a full device: saving the call says what is wrong.
    const kept = keep(keeping.get(draft)).catch(() => undefined);
    keeping.set(draft, kept);
    void kept.then(() => keeping.get(draft) === kept && keeping.delete(draft));
  };
  useEffect(() => {
    // Also when the form was left meanwhile: what was chosen in it is kept with the rest.
    const begin = (kept: ContactFiles) => {
      if (isRead.current) return;
      isRead.current = true;
      if (!hasFiles(kept)) return;
      const now = latest.current;
      show({
        screenShot: [...kept.screenShot, ...now.screenShot],
        supportingDoc: [...kept.supportingDoc, ...now.supportingDoc],
      });
    };
    reading.current = readKept(draft).then(begin, () => undefined);
    // oxlint-disable-next-line react/exhaustive-deps -- what is kept is looked for once
  }, [draft]);
  const allFiles = async (): Promise<ContactFiles> => {
    await reading.current;
    return latest.current;
  };
  const forget = async () => {
    isDone.current = true;
    await clearDraft(filesKeyOf(draft)).catch(() => undefined);
  };
  return { files, change, allFiles, forget };
}
