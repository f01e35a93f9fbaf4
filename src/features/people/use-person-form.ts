import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Person } from '../../../contract/person.ts';
import { useSchemaForm } from '../../components/form.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newPerson, personChange, personFormSchema, personValues } from './person-form.ts';
import type { PersonValues } from './person-form.ts';
import { AFTER_SAVE } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import { useSavePerson } from './people-queries.ts';
import { isStale, refusedFields, staleChange } from './save-refusal.ts';
import type { StaleChange } from './save-refusal.ts';

const SAVED = {
  manager: 'toasts.managerUpdated',
  collector: 'toasts.collectorUpdated',
  fieldAgent: 'toasts.fieldAgentUpdated',
  account: 'toasts.updated',
} as const;

/** What a person's form works with. */
export interface PersonFormInput {
  kind: PersonKind;
  /** Null: a new one. */
  person: Person | null;
  /** What a new person's form begins with, such as the client whose login it is to be. */
  given?: Partial<PersonValues>;
  /** Reads the person again; resolves to it, or to undefined when that failed. */
  reload: () => Promise<Person | undefined>;
}

/**
 * A person's form: its rules, its save, and what becomes of a refusal. A change made by someone else in the meantime is
 * told and can be taken in: what was typed stays, the other fields become theirs.
 */
export function usePersonForm({ kind, person, given, reload }: PersonFormInput) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSavePerson();
  const [base, setBase] = useState(() => ({
    person,
    values: { ...personValues(kind, person), ...(person === null && given) },
  }));
  const [stale, setStale] = useState<StaleChange | null>(null);
  const schema = personFormSchema(person === null, (problem) => t(`people.problems.${problem}`));
  const form = useSchemaForm<PersonValues, PersonValues>(schema, base.values);

  const refuse = (error: unknown) => {
    // Not saved, so leaving still asks.
    form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'save' });
    const fields = refusedFields(error);
    for (const { field, message } of fields) form.setError(field, { type: 'server', message });
    const [first] = fields;
    if (first !== undefined) form.setFocus(first.field);
    else if (isStale(error)) setStale(staleChange(error));
    else showError(errorWords(error));
  };

  const submit = async (typed: PersonValues) => {
    const change = base.person && personChange(kind, base.person, base.values, typed);
    const isUnchanged = base.person !== null && change === null;
    try {
      if (!isUnchanged) await save.mutateAsync(change ?? newPerson(kind, typed));
    } catch (error) {
      refuse(error);
      return;
    }
    if (isUnchanged) showInfo(t('people.nothingChanged'));
    else showSuccess(t(SAVED[kind]));
    form.reset(personValues(kind, null));
    // After the render in which leaving no longer asks.
    setTimeout(() => void navigate(AFTER_SAVE[kind]));
  };

  const takeTheirs = async () => {
    const theirs = await reload();
    if (theirs === undefined) return;
    const values = personValues(kind, theirs);
    form.reset(values, { keepDirtyValues: true });
    setBase({ person: theirs, values });
    setStale(null);
  };

  return { form, submit, stale, takeTheirs };
}
