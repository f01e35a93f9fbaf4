import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { newClientSchema } from '../../../contract/client-contract.ts';
import type { NewClient } from '../../../contract/client-contract.ts';
import { showProblems } from '../../components/form-problems.tsx';
import { useSavingForm } from '../../components/saving-form.tsx';
import { useAfterRender } from '../../components/use-after-render.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCreateClient } from './client-queries.ts';
import { EMPTY_CLIENT } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import { useClientKeeper } from './use-client-draft.ts';

/** The form of a new client. */
export type NewClientForm = UseFormReturn<NewClientValues, unknown, NewClient>;

/** A new client in the making. */
export interface NewClientWork {
  readonly form: NewClientForm;
  readonly policies: readonly File[];
  readonly setPolicies: (files: readonly File[]) => void;
  /** Something was typed or chosen that is not stored yet. */
  readonly isUnsaved: boolean;
  /** Sends it; `onRefused` is told the fields that the server refused. */
  readonly send: (body: NewClient, onRefused?: (paths: readonly string[]) => void) => Promise<void>;
  /** Begins anew with an empty form. */
  readonly startOver: () => void;
}

/** The form of a new client over a kept draft, sending and forgetting it. Nothing is stored before it is sent. */
export function useNewClient(kept: NewClientValues | null, onStartOver: () => void): NewClientWork {
  const t = useText();
  const navigate = useNavigate();
  const create = useCreateClient();
  const afterRender = useAfterRender();
  const [policies, setPolicies] = useState<readonly File[]>([]);
  const [isStored, setStored] = useState(false);
  const onRefused = useRef<(paths: readonly string[]) => void>(() => undefined);
  const { form, submit } = useSavingForm({
    rules: newClientSchema,
    defaults: kept ?? EMPTY_CLIENT,
    save: (body) => create.mutateAsync({ body, policies }),
    done: t('clients.added'),
    onSaved: ({ _id }) => finish(_id),
    onRefused: (error, refused) => {
      const paths = showProblems(refused, error);
      onRefused.current(paths);
      return paths.length > 0;
    },
  });
  // The form's own values: what is typed is more than what would parse.
  const typed = useWatch({ control: form.control }) as NewClientValues;
  const isTyped = JSON.stringify(typed) !== JSON.stringify(EMPTY_CLIENT);
  const forget = useClientKeeper(isTyped && !isStored ? typed : null);
  const finish = (id: string) => {
    setStored(true);
    forget();
    afterRender(() => void navigate(`/view-client?clientId=${id}`, { replace: true }));
  };
  const send: NewClientWork['send'] = (body, tellRefused = () => undefined) => {
    onRefused.current = tellRefused;
    return submit(body);
  };
  const startOver = () => {
    forget();
    onStartOver();
  };
  const isUnsaved = !isStored && (isTyped || policies.length > 0);
  return { form, policies, setPolicies, isUnsaved, send, startOver };
}
