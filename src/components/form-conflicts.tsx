import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FieldPath, FieldValues, PathValue, UseFormReturn } from 'react-hook-form';
import { formatDayTime } from '../lib/dates.ts';
import { staleChange } from '../lib/error-words.ts';
import type { StaleChange } from '../lib/error-words.ts';
import { fieldLabel } from '../lib/problem-words.ts';
import { createStore } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import { useText } from '../lib/texts/texts.ts';
import { isSameValue, mergedValues } from './form-merge.ts';
import { Notice } from './notice.tsx';
import classes from './form.module.css';

/** That somebody else changed the record of a form meanwhile. */
interface FormConflict extends StaleChange {
  /** By field: what somebody else made of what was changed here too; null until the record has been read anew. */
  readonly theirs: ReadonlyMap<string, unknown> | null;
}

interface Kept {
  readonly store: Store<FormConflict | null>;
  /** Fields on screen, which tell the other value by themselves. */
  readonly shown: Set<string>;
}

/** By the control of its form, which all that is inside the form knows. */
const ofForms = new WeakMap<object, Kept>();

function keptOf(control: object): Kept {
  const kept = ofForms.get(control) ?? {
    store: createStore<FormConflict | null>(null),
    shown: new Set(),
  };
  ofForms.set(control, kept);
  return kept;
}

function useConflict(control: object): FormConflict | null {
  const { store } = keptOf(control);
  return useSyncExternalStore(store.subscribe, store.get);
}

/**
 * For a form whose values hold the `revision` that it stands on, and whose `defaults` follow the record: once a save was
 * refused as stale (`begin`) and the record has been read anew, what was not touched becomes what is stored now, what was
 * typed stays, and the form stands on the new revision. What both changed is told at its fields.
 */
export function useFormConflicts<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  defaults: Values,
  refused: string,
): { begin: (error: unknown) => boolean; end: () => void } {
  const { store, shown } = keptOf(form.control);
  const conflict = useConflict(form.control);
  const { defaultValues } = form.formState;
  const base: FieldValues = defaultValues ?? {};
  useEffect(() => {
    if (conflict === null || conflict.theirs !== null) return;
    if (isSameValue(defaults['revision'], base['revision'])) return;
    const { merged, met } = mergedValues(base, structuredClone(form.getValues()), defaults);
    // Copied above: resetting writes into what the form holds.
    form.reset(defaults, { keepFieldsRef: true });
    form.reset(merged as Values, { keepDefaultValues: true, keepFieldsRef: true });
    // Not saved yet, so leaving still asks.
    form.setError('root', { type: refused });
    store.set({ ...conflict, theirs: met });
    const first = [...met.keys()].find((name) => shown.has(name));
    if (first !== undefined) form.setFocus(first as FieldPath<Values>);
  });
  return {
    begin: (error) => {
      if (base['revision'] === undefined) return false;
      store.set({ ...staleChange(error), theirs: null });
      return true;
    },
    end: () => store.set(null),
  };
}

/** Takes what somebody else made of a field. */
function useTake() {
  const { control, setValue, setFocus } = useFormContext<FieldValues>();
  const { store } = keptOf(control);
  return (name: string) => {
    const conflict = store.get();
    if (conflict?.theirs?.has(name) !== true) return;
    const theirs = new Map(conflict.theirs);
    setValue(name, theirs.get(name) as PathValue<FieldValues, string>, {
      shouldDirty: true,
      shouldValidate: true,
    });
    theirs.delete(name);
    store.set({ ...conflict, theirs });
    // The button that was pressed is gone.
    setFocus(name);
  };
}

/** What a field says below its input when somebody else changed it too: the other value, and a button that takes it. */
export function useTheirs(
  { name, label }: { name: string; label: string },
  words: (value: unknown) => string,
): ReactNode {
  const t = useText();
  const { control } = useFormContext();
  const conflict = useConflict(control);
  const take = useTake();
  const { shown } = keptOf(control);
  useEffect(() => {
    shown.add(name);
    return () => void shown.delete(name);
  }, [shown, name]);
  if (conflict?.theirs?.has(name) !== true) return null;
  const value = words(conflict.theirs.get(name)) || t('widgets.staleEmpty');
  const { by, at } = conflict;
  return (
    <span className={classes.theirs}>
      {by === null
        ? t('widgets.staleNow', { value })
        : t('widgets.staleNowBy', { value, name: by, when: formatDayTime(at) })}
      <TakeButton label={label} onTake={() => take(name)} />
    </span>
  );
}

function TakeButton({ label, onTake }: { label: string; onTake: () => void }) {
  const t = useText();
  return (
    <Button
      variant="light"
      size="compact-sm"
      aria-label={t('widgets.staleTakeFor', { label })}
      onClick={onTake}
    >
      {t('widgets.staleTake')}
    </Button>
  );
}

/** Inside a form whose record somebody else changed: who, what has become of it, and what both changed that no field tells. */
export function ConflictNotice() {
  const t = useText();
  const { control } = useFormContext();
  const conflict = useConflict(control);
  const take = useTake();
  if (conflict === null) return null;
  const { by, at, theirs } = conflict;
  const title =
    by === null
      ? t('widgets.staleTitle')
      : t('widgets.staleBy', { name: by, when: formatDayTime(at) });
  if (theirs === null)
    return (
      <Notice tone="warn" title={title} isAlert>
        {t('widgets.staleUnread')}
      </Notice>
    );
  const { shown } = keptOf(control);
  const unshown = [...theirs.keys()].filter((name) => !shown.has(name));
  return (
    <Notice tone="warn" title={title} isAlert>
      <p>{t(theirs.size === 0 ? 'widgets.staleMerged' : 'widgets.staleBoth')}</p>
      {unshown.map((name) => {
        const label = fieldLabel(name) || t('widgets.stalePart');
        return (
          <p key={name} className={classes.theirs}>
            {t('widgets.stalePartChanged', { label })}
            <TakeButton label={label} onTake={() => take(name)} />
          </p>
        );
      })}
    </Notice>
  );
}
