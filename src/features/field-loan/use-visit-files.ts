import { useCallback, useEffect, useRef, useState } from 'react';
import { newId } from '../../offline/id.ts';
import { keepAsChosen, readChosen } from './visit-draft.ts';
import type { VisitPlace } from '../../offline/begun-visits.ts';
import type { Choice, ChosenFile, VisitDraft, VisitFile } from './visit-draft.ts';
import { MOST_FILES, takeFiles, withinRoom } from './visit-files.ts';
import type { FileProblem, TakenFiles } from './visit-files.ts';

/** The files of a visit in the making. */
export interface VisitFiles {
  files: readonly VisitFile[];
  changeFiles: (change: (files: readonly VisitFile[]) => VisitFile[]) => void;
  /** Makes chosen files ready; each is there as soon as it is. */
  takeFiles: (chosen: readonly File[], kind: VisitFile['kind']) => void;
  /** Chosen files are being made ready: saving waits for them. */
  isTaking: boolean;
  /** Why some of those chosen last are not there. */
  problems: readonly FileProblem[];
  /** The files with all that were chosen; null when one of them can't be had, which stands on the screen. */
  allFiles: () => Promise<readonly VisitFile[] | null>;
}

/** The files of a visit; `takeReady` gives, once, those that need not be kept as they were chosen any more. */
export function useVisitFiles(
  place: VisitPlace,
  draft: VisitDraft,
): VisitFiles & { takeReady: () => ChosenFile[] } {
  const [files, setFiles] = useState<readonly VisitFile[]>(draft.files);
  const [problems, setProblems] = useState<readonly FileProblem[]>([]);
  const latest = useRef(files);
  const ready = useRef<ChosenFile[]>([]);
  const { isTaking, whileTaking, allTaken } = useTaking();
  const changeFiles: VisitFiles['changeFiles'] = (change) => {
    latest.current = change(latest.current);
    setFiles(latest.current);
  };
  const takeAll = async (choices: readonly Choice[]): Promise<FileProblem[]> => {
    const found: FileProblem[] = [];
    for (const choice of choices) {
      const { id, kind } = choice;
      const file = await choice.read().catch(() => null);
      if (file === null) continue;
      const taken = await madeReady(file, { id, kind }, MOST_FILES - latest.current.length);
      // Others may have come meanwhile.
      const fitting = withinRoom(taken, latest.current);
      choice.isReady = true;
      ready.current.push({ id, kind });
      if (fitting.files.length > 0) changeFiles((now) => [...now, ...fitting.files]);
      if (fitting.problem !== null) found.push(fitting.problem);
    }
    return toldOf(found);
  };
  const take = async (choices: readonly Choice[]) =>
    setProblems(await whileTaking(takeAll(choices)));
  const takeChosen: VisitFiles['takeFiles'] = (chosen, kind) => {
    const choices = chosen.map((file) => choiceOf({ id: newId(), kind }, async () => file));
    void keepAsChosen(place, choices);
    void take(choices);
  };
  useEffect(() => {
    const left = draft.chosen.map((each) => choiceOf(each, () => readChosen(place, each)));
    if (left.length > 0) void take(left);
    // oxlint-disable-next-line react/exhaustive-deps -- what the page left is taken up once
  }, []);
  const takeReady = useCallback(() => ready.current.splice(0), []);
  const allFiles = async () => ((await allTaken()) ? latest.current : null);
  return { files, changeFiles, takeFiles: takeChosen, isTaking, problems, allFiles, takeReady };
}

/** Counts what is being made ready; `allTaken`: is all of it there once it has ended? */
function useTaking() {
  const [count, setCount] = useState(0);
  const taking = useRef(new Set<Promise<readonly FileProblem[]>>());
  const whileTaking = async (work: Promise<readonly FileProblem[]>) => {
    setCount((now) => now + 1);
    taking.current.add(work);
    try {
      return await work;
    } finally {
      taking.current.delete(work);
      setCount((now) => now - 1);
    }
  };
  const allTaken = async () => {
    while (taking.current.size > 0) {
      const found = await Promise.all(taking.current);
      if (found.flat().some(({ key }) => key !== 'alreadyHere')) return false;
    }
    return true;
  };
  return { isTaking: count > 0, whileTaking, allTaken };
}

/** All that is missing, each file by its name; of what is there already nothing is missing. */
function toldOf(found: readonly FileProblem[]): FileProblem[] {
  const missing = found.filter(({ key }) => key !== 'alreadyHere');
  const told = missing.length > 0 ? missing : found.slice(0, 1);
  // It names no file.
  const isFirst = (at: number) => at === told.findIndex(({ key }) => key === 'tooMany');
  return told.filter(({ key }, at) => key !== 'tooMany' || isFirst(at));
}

const choiceOf = ({ id, kind }: ChosenFile, read: Choice['read']): Choice => {
  return { id, kind, read, isReady: false };
};

async function madeReady(file: File, { id, kind }: ChosenFile, room: number): Promise<TakenFiles> {
  const { files, problem } = await takeFiles([file], kind, room);
  const [made] = files;
  return { files: made === undefined ? [] : [{ ...made, id }], problem };
}
