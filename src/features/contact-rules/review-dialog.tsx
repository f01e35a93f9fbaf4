import { contactGateCalls } from '../../../contract/contact-gate.ts';
import type { ContactBreach } from '../../../contract/contact-record.ts';
import { TextAreaField } from '../../components/form-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Notes that a breach was looked at, and what was done about it. */
export function ReviewDialog({ breach, onClose }: { breach: ContactBreach; onClose: () => void }) {
  const t = useText();
  const review = useCallCommand(contactGateCalls.reviewContactBreach);
  return (
    <DialogForm
      name="contactRules.reviewTitle"
      about={breach._id}
      title={`${breach.Customer_Name} · ${breach.Loan_ID}`}
      rules={contactGateCalls.reviewContactBreach.body}
      defaults={{ note: '' }}
      save={(body) => review.mutateAsync({ params: { id: breach._id }, body })}
      done={t('contactRules.reviewSaved')}
      submitLabel={t('contactRules.review')}
      onClose={onClose}
    >
      <TextAreaField name="note" label={t('contactRules.reviewTitle')} maxLength={500} />
    </DialogForm>
  );
}
