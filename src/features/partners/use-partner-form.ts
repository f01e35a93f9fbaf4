import { useNavigate } from 'react-router-dom';
import type { PartnerDetail } from '../../../contract/partner.ts';
import { useSavingForm } from '../../components/saving-form.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { checkPartner, partnerBody, partnerValues } from './partner-form.ts';
import { useSavePartner } from './partner-queries.ts';

/** Where saving and leaving lead. */
export const PARTNER_LIST = '/partner-list';

/** A partner's form: its rules and its save. */
export function usePartnerForm(partner: PartnerDetail | null) {
  const t = useText();
  const navigate = useNavigate();
  const save = useSavePartner();
  return useSavingForm({
    rules: checkPartner(partner === null),
    defaults: partnerValues(partner),
    save: (values) => save.mutateAsync({ id: partner?._id ?? null, body: partnerBody(values) }),
    done: t('toasts.updated'),
    onSaved: () => void navigate(PARTNER_LIST),
  });
}
