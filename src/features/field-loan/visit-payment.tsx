import { useController } from 'react-hook-form';
import { PAYMENT_MODES } from '../../../contract/receipt.ts';
import { TextField } from '../../components/form-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ChoiceChips } from './choice-chips.tsx';
import { useReceiptNumbersLeft } from './field-loan-queries.ts';
import { hasReference } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';
import classes from './visit-payment.module.css';

/** From so many receipt numbers on the agent hears that they end. */
const FEW = 10;

/** How a collected amount was paid, and what that means for its receipt. */
export function VisitPayment() {
  const t = useText();
  const { field } = useController<VisitValues, 'paymentMode'>({ name: 'paymentMode' });
  const isByHand = field.value === 'CASH' || field.value === 'CHEQUE';
  return (
    <div className="rc-stack-8">
      <ChoiceChips
        label={t('fieldLoan.receipt.mode')}
        choices={PAYMENT_MODES.map((mode) => ({ value: mode, label: t(`receipts.paid.${mode}`) }))}
        value={field.value}
        focusRef={field.ref}
        // It was paid somehow: one of them stays chosen.
        onChange={(mode) => mode !== null && field.onChange(mode)}
      />
      {hasReference(field.value) && (
        <TextField
          name="paymentReference"
          label={t(
            field.value === 'CHEQUE'
              ? 'fieldLoan.receipt.chequeNumber'
              : 'fieldLoan.receipt.transactionNumber',
          )}
        />
      )}
      <p className={classes.note} data-receipt-note>
        {isByHand ? <ByHandNote /> : t('fieldLoan.receipt.direct')}
      </p>
    </div>
  );
}

function ByHandNote() {
  const t = useText();
  const left = useReceiptNumbersLeft().data;
  if (left === undefined) return null;
  if (left === 0) return t('fieldLoan.receipt.none');
  if (left <= FEW) return t('fieldLoan.receipt.few', { count: left });
  return t('fieldLoan.receipt.onSaving');
}
