import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { Person } from '../../../contract/person.ts';
import { SavingFrame } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { PersonFields } from './person-fields.tsx';
import { AFTER_SAVE } from './person-kinds.ts';
import { usePersonForm } from './use-person-form.ts';
import type { PersonFormInput } from './use-person-form.ts';

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
      />
    </SavingFrame>
  );
}

function managerOf(person: Person | null) {
  if (person === null || person.managerId === null) return null;
  return { value: person.managerId, label: person.managerName ?? '' };
}
