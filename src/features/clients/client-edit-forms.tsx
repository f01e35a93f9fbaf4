import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { ClientRecord } from '../../../contract/client.ts';
import {
  clientProfileSchema,
  incentivesInputSchema,
  successFeesInputSchema,
} from '../../../contract/client-contract.ts';
import { idSchema } from '../../../contract/values.ts';
import { Panel } from '../../components/page.tsx';
import { SavingFrame, useSavingForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useUpdateClient } from './client-queries.ts';
import type { ClientChange } from './client-queries.ts';
import { profileOf } from './client-values.ts';
import classes from './clients.module.css';
import { ManagerField } from './contact-fields.tsx';
import { FeeRows } from './fee-fields.tsx';
import { IncentiveRows } from './incentive-fields.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** A section of a client's contract. */
interface SectionProps {
  client: ClientRecord;
  onUnsaved: (isUnsaved: boolean) => void;
}

type SectionChange = ClientChange;

interface FormProps<Change extends SectionChange> extends SectionProps {
  /** Tells the sections of one client apart in every language. */
  name: string;
  title: string;
  rules: z.ZodType<Change>;
  values: FieldValues;
  children: ReactNode;
}

/** The form of one section, made anew once it is stored, so that it stands on what is stored now. */
function SectionForm<Change extends SectionChange>(props: FormProps<Change>) {
  const [round, setRound] = useState(0);
  return (
    <RoundForm
      {...props}
      key={`${props.client._id}:${round}`}
      onStored={() => setRound(round + 1)}
    />
  );
}

function RoundForm<Change extends SectionChange>(
  props: FormProps<Change> & { onStored: () => void },
) {
  const t = useText();
  const { client, onUnsaved } = props;
  const { revision } = client;
  const update = useUpdateClient(client._id);
  const { form, submit } = useSavingForm({
    rules: props.rules,
    defaults: { ...props.values, revision },
    save: (change) => update.mutateAsync(change),
    done: t('toasts.updated'),
    onSaved: props.onStored,
  });
  const { isDirty } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  return (
    <Panel title={props.title}>
      <SavingFrame
        name={props.name}
        form={form}
        submit={submit}
        rules={props.rules}
        label={props.title}
      >
        {props.children}
      </SavingFrame>
    </Panel>
  );
}

/** Who the client is and what its contract allows. */
export function ProfileForm(props: SectionProps) {
  const t = useText();
  return (
    <SectionForm
      {...props}
      name="clients.sections.profile"
      title={t('clients.steps.profile')}
      rules={z.object({ profile: clientProfileSchema, revision: z.int() })}
      values={{ profile: profileOf(props.client) }}
    >
      <ProfileFields />
    </SectionForm>
  );
}

/** What the agency's people earn. */
export function IncentiveForm(props: SectionProps) {
  const t = useText();
  const incentives = (props.client.incentives ?? []).map(({ roleType, slabs }) => ({
    roleType,
    slabs: [...slabs],
  }));
  return (
    <SectionForm
      {...props}
      name="clients.sections.incentives"
      title={t('clients.steps.incentives')}
      rules={z.object({ incentives: incentivesInputSchema, revision: z.int() })}
      values={{ incentives }}
    >
      <div className={classes.step}>
        <IncentiveRows />
      </div>
    </SectionForm>
  );
}

/** What the lender pays. */
export function FeeForm(props: SectionProps) {
  const t = useText();
  const { products, buckets, successFees } = props.client;
  return (
    <SectionForm
      {...props}
      name="clients.sections.fees"
      title={t('clients.steps.fees')}
      rules={z.object({ successFees: successFeesInputSchema, revision: z.int() })}
      values={{ successFees: [...successFees] }}
    >
      <div className={classes.step}>
        <FeeRows products={products} buckets={buckets} />
      </div>
    </SectionForm>
  );
}

/** Who works for the client. */
export function ManagerForm(props: SectionProps) {
  const t = useText();
  return (
    <SectionForm
      {...props}
      name="clients.sections.managers"
      title={t('clients.steps.managers')}
      rules={z.object({ managerIds: z.array(idSchema), revision: z.int() })}
      values={{ managerIds: props.client.managers.map(({ _id }) => _id) }}
    >
      <ManagerField />
    </SectionForm>
  );
}
