import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PartnerDetail } from '../../../contract/partner.ts';
import { useSavingForm } from '../../components/saving-form.tsx';
import { isStaleError } from '../../lib/error-words.ts';
import { useText } from '../../lib/texts/texts.ts';
import { checkPartner, partnerBody, partnerValues } from './partner-form.ts';
import { useSavePartner } from './partner-queries.ts';

/** Where saving and leaving lead. */
export const PARTNER_LIST = '/partner-list';

/** A partner's form: its rules, its save, and what becomes of a refusal. A stale change is told by `isStaleNow`. */
export function usePartnerForm(partner: PartnerDetail | null) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSavePartner();
  const [isStaleNow, setStaleNow] = useState(false);
  const { form, submit } = useSavingForm({
    rules: checkPartner(partner === null),
    defaults: partnerValues(partner),
    save: (values) =>
      save.mutateAsync({ id: partner?._id ?? null, body: partnerBody(values, partner?.revision) }),
    done: t('toasts.updated'),
    onSaved: () => void navigate(PARTNER_LIST),
    onRefused: (error) => {
      if (isStaleError(error)) setStaleNow(true);
      return isStaleError(error);
    },
  });
  return { form, submit, isStaleNow };
}
