import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { newClientSchema } from '../../../contract/client-contract.ts';
import type { NewClient } from '../../../contract/client-contract.ts';
import { showProblems } from '../../components/form-problems.tsx';
import { useSchemaForm } from '../../components/form.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
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
  readonly isSending: boolean;
  /** Something was typed or chosen that is not stored yet. */
  readonly isUnsaved: boolean;
  /** Sends it; `onRefused` is told the fields that the server refused. */
  readonly send: (onRefused: (paths: readonly string[]) => void) => (body: NewClient) => void;
  /** Begins anew with an empty form. */
  readonly startOver: () => void;
}

/** The form of a new client over a kept draft, sending and forgetting it. Nothing is stored before it is sent. */
export function useNewClient(kept: NewClientValues | null, onStartOver: () => void): NewClientWork {
  const t = useText();
  const navigate = useNavigate();
  const create = useCreateClient();
  const [policies, setPolicies] = useState<readonly File[]>([]);
  const [isStored, setStored] = useState(false);
  // A second click comes before the button shows that it is busy; the client would be refused as taken by itself.
  const isUnderWay = useRef(false);
  const form = useSchemaForm(newClientSchema, kept ?? EMPTY_CLIENT);
  // The form's own values: what is typed is more than what would parse.
  const typed = useWatch({ control: form.control }) as NewClientValues;
  const isTyped = JSON.stringify(typed) !== JSON.stringify(EMPTY_CLIENT);
  const forget = useClientKeeper(isTyped && !isStored ? typed : null);
  const finish = (id: string) => {
    setStored(true);
    forget();
    showSuccess(t('clients.added'));
    // After the render in which leaving no longer asks.
    setTimeout(() => void navigate(`/view-client?clientId=${id}`, { replace: true }));
  };
  const send = (onRefused: (paths: readonly string[]) => void) => (body: NewClient) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    create.mutate(
      { body, policies },
      {
        onSuccess: ({ _id }) => finish(_id),
        onError: (error) => {
          isUnderWay.current = false;
          if (isOfflineError(error)) form.setError('root', { type: UNREACHED });
          const paths = showProblems(form, error);
          onRefused(paths);
          if (paths.length === 0) showError(errorWords(error));
        },
      },
    );
  };
  const startOver = () => {
    forget();
    onStartOver();
  };
  const isUnsaved = !isStored && (isTyped || policies.length > 0);
  return { form, policies, setPolicies, isSending: create.isPending, isUnsaved, send, startOver };
}
