import { useController, useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import type { Person } from '../../../contract/person.ts';
import type { Role } from '../../../contract/roles.ts';
import { AccountFields } from '../../components/account-fields.tsx';
import { SwitchField } from '../../components/check-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { TextField } from '../../components/form-field.tsx';
import { OwnLoginPassword } from '../../components/own-login-password.tsx';
import { useClientHelp } from '../../components/no-clients.tsx';
import { MultiSelectField, SelectField } from '../../components/select-field.tsx';
import { useClientOptions, useManagerOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { PersonValues } from './person-form.ts';
import { FORM_PATHS, namesClient, namesManager, rolesGivenBy } from './person-kinds.ts';
import type { PersonKind } from './person-kinds.ts';
import classes from './people.module.css';

/** What the fields need to know beside the form's own values. */
export interface PersonFieldsProps {
  kind: PersonKind;
  viewer: Role;
  isNew: boolean;
  /** Who fills the form in, where it is about themselves. */
  own: Pick<Person, 'username' | 'email'> | null;
  /** The person's manager when it can no longer log in, so that it still shows. */
  manager: { value: string; label: string } | null;
  /** The manager's clients, also those that the viewer can't choose. */
  lenders: readonly { value: string; label: string }[];
}

/** The user form (spec 2.6) with what its kind needs beside: manager, dialer, lenders, role. */
export function PersonFields(props: PersonFieldsProps) {
  const { kind, own } = props;
  const { control } = useFormContext<PersonValues>();
  const role = useController({ name: 'role', control }).field.value;
  return (
    <>
      {kind === 'account' && <RoleField viewer={props.viewer} />}
      <AccountFields isNew={props.isNew} />
      {own !== null && (
        <OwnLoginPassword before={{ username: own.username, email: own.email, password: '' }} />
      )}
      {namesManager(role) && <ManagerField manager={props.manager} />}
      {namesClient(role) && <ClientField />}
      {kind === 'manager' && <LendersField lenders={props.lenders} />}
      {kind === 'collector' && <DialerFields />}
      <SwitchField name="hasBi" text="people.hasBi" />
    </>
  );
}

function RoleField({ viewer }: { viewer: Role }) {
  const t = useText();
  return (
    <SelectField
      name="role"
      text="words.role"
      placeholder={t('people.chooseRole')}
      options={rolesGivenBy(viewer).map((role) => ({
        value: role,
        label: t(`people.roles.${role}`),
      }))}
      nothingFound={t('people.noRole')}
      isRequired
    />
  );
}

function ManagerField({ manager }: Pick<PersonFieldsProps, 'manager'>) {
  const t = useText();
  const managers = useManagerOptions('active');
  const { data } = managers;
  const offered = data ?? [];
  const isKnown = offered.some(({ value }) => value === manager?.value);
  return (
    <SelectField
      name="managerId"
      text="people.manager"
      help={data?.length === 0 ? <FirstManager /> : t('people.managerHelp')}
      placeholder={t('people.findManager')}
      options={manager === null || isKnown ? offered : [manager, ...offered]}
      asked={managers}
      nothingFound={t('people.noManager')}
      isRequired
    />
  );
}

/** An empty house: the way to the first manager. */
function FirstManager() {
  const t = useText();
  return <Link to={FORM_PATHS.manager.create}>{t('people.firstManager')}</Link>;
}

function ClientField() {
  const t = useText();
  const clients = useClientOptions();
  const help = useClientHelp(clients, t('people.clientHelp'));
  return (
    <SelectField
      name="client"
      text="people.client"
      help={help}
      placeholder={t('people.findClient')}
      options={clients.data ?? []}
      asked={clients}
      nothingFound={t('clients.noneFits')}
      isRequired
    />
  );
}

/** Clients that the viewer can't choose (a partner: those of the agency) are named and stay: the server keeps them too. */
function LendersField({ lenders }: Pick<PersonFieldsProps, 'lenders'>) {
  const t = useText();
  const clients = useClientOptions();
  const choices = clients.data ?? [];
  const others = lenders.filter(({ value }) => choices.every((choice) => choice.value !== value));
  return (
    <MultiSelectField
      name="clientIds"
      text="people.lenders"
      placeholder={t('people.findClient')}
      options={[
        ...choices,
        ...others.map(({ value, label }) => ({ value, label, disabled: true })),
      ]}
      asked={clients}
      nothingFound={t('clients.noneFits')}
      isClearable
    />
  );
}

/** Where a collector's calls come from (spec 3, 9). */
function DialerFields() {
  const t = useText();
  return (
    <fieldset className={classes.group}>
      <legend className="rc-legend rc-subheading">{t('words.dialer')}</legend>
      <SwitchField name="isDialer" text="people.isDialer" />
      <FieldRow>
        <TextField
          name="manualProcess"
          text="people.manualProcess"
          help={t('people.processHelp')}
          autoComplete="off"
        />
        <TextField name="assignedPredictiveProcess" text="campaigns.process" autoComplete="off" />
      </FieldRow>
      <TextField name="extension" text="people.extension" autoComplete="off" />
    </fieldset>
  );
}
