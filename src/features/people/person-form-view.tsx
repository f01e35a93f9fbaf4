import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Person } from '../../../contract/person.ts';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { showInfo } from '../../components/toast-store.ts';
import { useText } from '../../lib/texts/texts.ts';
import { PersonFields } from './person-fields.tsx';
import { AFTER_SAVE } from './person-kinds.ts';
import { newPerson, personChange, personProblems, personValues } from './person-form.ts';
import type { PersonValues } from './person-form.ts';
import type { PersonKind } from './person-kinds.ts';
import { useSavePerson } from './people-queries.ts';

const SAVED = {
  manager: 'toasts.managerUpdated',
  collector: 'toasts.collectorUpdated',
  fieldAgent: 'toasts.fieldAgentUpdated',
  account: 'toasts.updated',
} as const;

/** What a person's form works with. */
interface PersonFormInput {
  kind: PersonKind;
  /** Null: a new one. */
  person: Person | null;
  /** What a new person's form begins with, such as the client whose login it is to be. */
  given?: Partial<PersonValues>;
}

/** A person's form: its rules and its save, of which only what was changed is sent. */
function usePersonForm({ kind, person, given }: PersonFormInput) {
  const t = useText();
  const navigate = useNavigate();
  const savePerson = useSavePerson();
  const saving = useSavingForm<PersonValues, PersonValues, Person | null>({
    rules: (values) => {
      const problems = personProblems(kind, values, person === null);
      return problems.length === 0 ? { data: values, problems: null } : { problems };
    },
    defaults: { ...personValues(kind, person), ...(person === null && given) },
    save: async (typed) => {
      if (person === null) return savePerson.mutateAsync(newPerson(kind, typed));
      // What it holds untouched, whole: it was given so.
      const before = saving.form.formState.defaultValues as PersonValues;
      const change = personChange(kind, person._id, before, typed);
      return change && savePerson.mutateAsync(change);
    },
    done: (saved) => (saved === null ? '' : t(SAVED[kind])),
    onSaved: (saved, left) => {
      if (saved === null) showInfo(t('words.nothingChanged'));
      left.reset(personValues(kind, null));
      void navigate(AFTER_SAVE[kind]);
    },
  });
  return saving;
}

/** A person's form with its buttons; leaving with unsaved input asks. */
export function PersonFormView(props: PersonFormInput & { user: LoggedInUser; label: string }) {
  const { kind, person } = props;
  const t = useText();
  const { form, submit } = usePersonForm(props);
  return (
    <SavingFrame
      name={`people.${kind}`}
      form={form}
      submit={submit}
      label={props.label}
      submitLabel={t(person === null ? `people.create.${kind}` : 'common.save')}
      icon={<IconDeviceFloppy size={17} aria-hidden />}
      actions={
        (kind !== 'account' || person !== null) && (
          <Button component={Link} to={AFTER_SAVE[kind]} variant="default">
            {t('common.cancel')}
          </Button>
        )
      }
    >
      <PersonFields
        kind={kind}
        viewer={props.user.role}
        isNew={person === null}
        own={person?._id === props.user._id ? person : null}
        manager={managerOf(person)}
        lenders={lendersOf(person)}
      />
    </SavingFrame>
  );
}

function managerOf(person: Person | null) {
  if (person === null || person.managerId === null) return null;
  return { value: person.managerId, label: person.managerName ?? '' };
}

const lendersOf = (person: Person | null) =>
  (person?.clientIds ?? []).map((value, at) => ({
    value,
    label: person?.clientNames[at] ?? '',
  }));
