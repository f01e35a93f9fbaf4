import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import {
  dropInputDraft,
  keepInputDraft,
  noteUnsavedInput,
  readInputDraft,
  takeKeptInput,
} from '../lib/kept-input.ts';
import { whenLeaving } from '../lib/page-leaving.ts';
import type { InputDraft } from '../lib/kept-input.ts';

/** How long what is typed waits until it is kept, milliseconds. */
const KEPT_WITHIN_MS = 250;

type Input = Readonly<Record<string, unknown>>;

/** What was typed; what was left as it stood is not part of it, and others may have changed that meanwhile. */
const typedOf = (values: Input, first: Input): Input =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(first[field]),
    ),
  );

/** What of a draft the form has a place for: an older version of the app may have had other fields. */
const fitting = (input: Input, first: Input): Input =>
  Object.fromEntries(
    Object.entries(input).filter(([field, value]) => {
      const { [field]: usual } = first;
      return field in first && (usual === null || typeof usual === typeof value);
    }),
  );

interface KeptForm<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  frame: RefObject<HTMLFormElement | null>;
  isUnsaved: boolean;
  isKept: boolean;
  name: string;
  /** What earlier versions kept it under: words of one language. */
  olderName: string;
}

/**
 * Unsaved input outlasts a session that ends under the person's hands: it is there again after the next login. Where the
 * device keeps drafts it outlasts the page as well; then what was found of an earlier one is returned.
 */
export function useInputKept<Values extends FieldValues, Output>(
  kept: KeptForm<Values, Output>,
): InputDraft | null {
  const { pathname, search } = useLocation();
  // Several forms may stand on one page.
  const name = `${pathname}${search}#${kept.name}`;
  const olderName = `${pathname}${search}#${kept.olderName}`;
  const draft = useInputBack({ ...kept, name, olderName });
  useInputNoted({ ...kept, name });
  return draft;
}

/** Puts back what was kept of a form; returns what an earlier page kept. */
function useInputBack<Values extends FieldValues, Output>({
  form: { getValues, reset, formState },
  isKept,
  name,
  olderName,
}: KeptForm<Values, Output>): InputDraft | null {
  const [draft, setDraft] = useState<InputDraft | null>(null);
  const { defaultValues } = formState;
  const first: Input = defaultValues ?? {};
  const restore = useEffectEvent((input: Input) =>
    reset(
      { ...getValues(), ...input, ...typedOf(getValues(), first) },
      { keepDefaultValues: true },
    ),
  );
  const takeDraft = useEffectEvent((found: InputDraft) => {
    const input = typedOf(fitting({ ...found.input, ...found.files }, first), first);
    if (Object.keys(input).length === 0) {
      const isUntouched = Object.keys(typedOf(getValues(), first)).length === 0;
      if (!found.lacksFiles || !isUntouched) return;
      // Only files that are gone: told once.
      dropInputDraft(name);
    }
    restore(input);
    setDraft({ ...found, input });
  });
  const read = useRef('');
  const older = useRef(olderName);
  useEffect(() => {
    const input = takeKeptInput(name);
    if (input !== null) restore(input);
    // Shown again after it was hidden: it has all that is kept.
    if (input !== null || !isKept || read.current === name) return undefined;
    read.current = name;
    let isGone = false;
    const take = async () => {
      const found = await readInputDraft(name, older.current);
      if (found !== null && !isGone) takeDraft(found);
    };
    void take();
    return () => {
      isGone = true;
    };
  }, [name, isKept]);
  return draft;
}

/** Keeps what is typed, as long as it is unsaved. */
function useInputNoted<Values extends FieldValues, Output>({
  form: { getValues, watch, formState },
  frame,
  isUnsaved,
  name,
}: Omit<KeptForm<Values, Output>, 'olderName'>): void {
  const { defaultValues } = formState;
  const typed = useEffectEvent(() => typedOf(getValues(), defaultValues ?? {}));
  const isStillUnsaved = useRef(isUnsaved);
  const named = useRef(name);
  useEffect(() => {
    isStillUnsaved.current = isUnsaved;
    named.current = name;
    if (!isUnsaved) return undefined;
    const { current: element } = frame;
    let isWaiting = true;
    const keep = () => {
      if (isWaiting) keepInputDraft(name, typed());
      isWaiting = false;
    };
    let timer = setTimeout(keep, KEPT_WITHIN_MS);
    const { unsubscribe } = watch(() => {
      // Who types on without a pause is not waited for: the page may die meanwhile.
      if (isWaiting) return;
      isWaiting = true;
      clearTimeout(timer);
      timer = setTimeout(keep, KEPT_WITHIN_MS);
    });
    const stopLeaving = whenLeaving(keep);
    const stop = noteUnsavedInput(name, () => typed());
    return () => {
      clearTimeout(timer);
      stopLeaving();
      unsubscribe();
      stop();
      queueMicrotask(() => {
        // A locked screen is hidden only. Under another name (another language) it is kept on there.
        const isKeptOn = element?.isConnected === true && named.current === name;
        if (!isKeptOn || !isStillUnsaved.current) dropInputDraft(name);
      });
    };
  }, [name, isUnsaved, watch, frame]);
}
