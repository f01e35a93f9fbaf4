import { useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { PartnerDetail } from '../../../contract/partner.ts';
import { useSchemaForm } from '../../components/form.tsx';
import { UNREACHED } from '../../components/not-saved-notice.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { errorWords, isOfflineError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { partnerBody, partnerFormSchema, partnerValues } from './partner-form.ts';
import type { PartnerValues } from './partner-form.ts';
import { isStale, refusedFields, useSavePartner } from './partner-queries.ts';

/** Where saving and leaving lead. */
export const PARTNER_LIST = '/partner-list';

/** A partner's form: its rules, its save, and what becomes of a refusal. A stale change is told by `isStaleNow`. */
export function usePartnerForm(partner: PartnerDetail | null) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSavePartner();
  const [isStaleNow, setStaleNow] = useState(false);
  const schema = partnerFormSchema(partner === null, (problem) =>
    t(`partners.problems.${problem}`),
  );
  const form = useSchemaForm<PartnerValues, PartnerValues>(schema, partnerValues(partner));

  const refuse = (error: unknown) => {
    // Not saved, so leaving still asks.
    form.setError('root', { type: isOfflineError(error) ? UNREACHED : 'save' });
    const fields = refusedFields(error);
    for (const { path, message } of fields)
      form.setError(path as FieldPath<PartnerValues>, { type: 'server', message });
    const [first] = fields;
    if (isStale(error)) setStaleNow(true);
    else if (first === undefined) showError(errorWords(error));
    else form.setFocus(first.path as FieldPath<PartnerValues>);
  };

  const submit = async (values: PartnerValues) => {
    try {
      await save.mutateAsync({
        id: partner?._id ?? null,
        body: partnerBody(values, partner?.revision),
      });
    } catch (error) {
      refuse(error);
      return;
    }
    showSuccess(t('toasts.updated'));
    form.reset(values);
    // After the render in which leaving no longer asks.
    setTimeout(() => void navigate(PARTNER_LIST));
  };

  return { form, submit, isStaleNow };
}
