import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Person } from '../../../contract/person.ts';
import { useSavingForm } from '../../components/saving-form.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { isStaleError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { newPerson, personChange, personProblems, personValues } from './person-form.ts';
import type { PersonValues } from './person-form.ts';
import { AFTER_SAVE } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import { useSavePerson } from './people-queries.ts';
import { staleChange } from './save-refusal.ts';
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
  const savePerson = useSavePerson();
  const [base, setBase] = useState(() => ({
    person,
    values: { ...personValues(kind, person), ...(person === null && given) },
  }));
  const [stale, setStale] = useState<StaleChange | null>(null);
  const { form, submit } = useSavingForm<PersonValues, PersonValues, Person | null>({
    rules: (values) => {
      const problems = personProblems(kind, values, person === null);
      return problems.length === 0 ? { data: values, problems: null } : { problems };
    },
    defaults: base.values,
    save: async (typed) => {
      if (base.person === null) return savePerson.mutateAsync(newPerson(kind, typed));
      const change = personChange(kind, base.person, base.values, typed);
      return change && savePerson.mutateAsync(change);
    },
    done: (saved) => (saved === null ? '' : t(SAVED[kind])),
    onSaved: (saved, left) => {
      if (saved === null) showInfo(t('people.nothingChanged'));
      left.reset(personValues(kind, null));
      void navigate(AFTER_SAVE[kind]);
    },
    onRefused: (error) => {
      if (!isStaleError(error)) return false;
      setStale(staleChange(error));
      return true;
    },
  });

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
