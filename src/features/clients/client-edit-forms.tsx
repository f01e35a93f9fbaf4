import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { z } from 'zod';
import type { ClientRecord } from '../../../contract/client.ts';
import {
  clientProfileSchema,
  incentivesInputSchema,
  successFeesInputSchema,
} from '../../../contract/client-contract.ts';
import { idSchema } from '../../../contract/values.ts';
import { FormFrame } from '../../components/form.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Panel } from '../../components/page.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useClient, useUpdateClient } from './client-queries.ts';
import type { ClientChange } from './client-queries.ts';
import { profileOf } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import classes from './clients.module.css';
import { ManagerField } from './contact-fields.tsx';
import { showRefusal, useContractForm } from './contract-form.ts';
import { FeeRows } from './fee-fields.tsx';
import { IncentiveRows } from './incentive-fields.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** A section of a client's contract. */
interface SectionProps {
  client: ClientRecord;
  onUnsaved: (isUnsaved: boolean) => void;
}

interface FormProps<Output> extends SectionProps {
  title: string;
  schema: z.ZodType<Output>;
  children: ReactNode;
}

const isStale = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'STALE_REVISION';

/** Stores a section on the revision its form began with; `isLate` once somebody else stored something meanwhile. */
function useSectionSave(client: ClientRecord, onStored: () => void) {
  const t = useText();
  const [revision] = useState(client.revision);
  const [isLate, setLate] = useState(false);
  const update = useUpdateClient(client._id);
  const save = async (
    change: Omit<ClientChange, 'revision'>,
    onRefused: (error: unknown) => void,
  ) => {
    try {
      await update.mutateAsync({ ...change, revision });
    } catch (error) {
      setLate(isStale(error));
      onRefused(error);
      showError(errorWords(error));
      return;
    }
    showSuccess(t('toasts.updated'));
    onStored();
  };
  return { save, isLate, isSaving: update.isPending };
}

/**
 * The form of one section. What somebody else stored meanwhile is never overwritten: the person is told and may load it.
 */
function SectionForm<Values extends FieldValues, Output extends Omit<ClientChange, 'revision'>>(
  props: FormProps<Output> & { values: DefaultValues<Values>; onStored: () => void },
) {
  const t = useText();
  const { client, onUnsaved, onStored } = props;
  const { save, isLate, isSaving } = useSectionSave(client, onStored);
  const form = useContractForm<Values, Output>(props.schema, props.values);
  const { isDirty } = form.formState;
  useEffect(() => {
    onUnsaved(isDirty);
    return () => onUnsaved(false);
  }, [isDirty, onUnsaved]);
  const submit = (change: Output) =>
    save(change, (error) => {
      showRefusal(form, error, t);
      // Not stored, so leaving still asks.
      form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'server' });
    });
  return (
    <Panel title={props.title}>
      {isLate && <StaleNotice clientId={client._id} onLoaded={onStored} />}
      <FormFrame
        form={form}
        label={props.title}
        onSubmit={submit}
        actions={
          <Button type="submit" loading={isSaving}>
            {t('common.save')}
          </Button>
        }
      >
        {props.children}
      </FormFrame>
    </Panel>
  );
}

function StaleNotice({ clientId, onLoaded }: { clientId: string; onLoaded: () => void }) {
  const t = useText();
  const client = useClient(clientId);
  return (
    <Notice
      tone="warn"
      isAlert
      title={t('clients.staleTitle')}
      action={
        <Button variant="default" size="xs" onClick={() => void client.refetch().then(onLoaded)}>
          {t('clients.loadAgain')}
        </Button>
      }
    >
      {t('clients.staleBody')}
    </Notice>
  );
}

/** Makes a section's form anew once it is stored, so that it stands on what is stored now. */
function useRounds(client: ClientRecord) {
  const [round, setRound] = useState(0);
  return { key: `${client._id}:${round}`, onStored: () => setRound(round + 1) };
}

/** Who the client is and what its contract allows. */
export function ProfileForm(props: SectionProps) {
  const t = useText();
  const { key, onStored } = useRounds(props.client);
  return (
    <SectionForm<
      Pick<NewClientValues, 'profile'>,
      { profile: z.output<typeof clientProfileSchema> }
    >
      {...props}
      key={key}
      onStored={onStored}
      title={t('clients.sections.profile')}
      schema={z.object({ profile: clientProfileSchema })}
      values={{ profile: profileOf(props.client) }}
    >
      <ProfileFields />
    </SectionForm>
  );
}

/** What the agency's people earn. */
export function IncentiveForm(props: SectionProps) {
  const t = useText();
  const { key, onStored } = useRounds(props.client);
  const incentives = (props.client.incentives ?? []).map(({ roleType, slabs }) => ({
    roleType,
    slabs: [...slabs],
  }));
  return (
    <SectionForm<
      Pick<NewClientValues, 'incentives'>,
      { incentives: z.output<typeof incentivesInputSchema> }
    >
      {...props}
      key={key}
      onStored={onStored}
      title={t('clients.sections.incentives')}
      schema={z.object({ incentives: incentivesInputSchema })}
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
  const { key, onStored } = useRounds(props.client);
  const { products, buckets, successFees } = props.client;
  return (
    <SectionForm<
      Pick<NewClientValues, 'successFees'>,
      { successFees: z.output<typeof successFeesInputSchema> }
    >
      {...props}
      key={key}
      onStored={onStored}
      title={t('clients.sections.fees')}
      schema={z.object({ successFees: successFeesInputSchema })}
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
  const { key, onStored } = useRounds(props.client);
  return (
    <SectionForm<Pick<NewClientValues, 'managerIds'>, { managerIds: string[] }>
      {...props}
      key={key}
      onStored={onStored}
      title={t('clients.sections.managers')}
      schema={z.object({ managerIds: z.array(idSchema) })}
      values={{ managerIds: props.client.managers.map(({ _id }) => _id) }}
    >
      <ManagerField />
    </SectionForm>
  );
}
