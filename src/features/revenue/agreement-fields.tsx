import { useFieldArray, useFormContext, useFormState } from 'react-hook-form';
import { SETTLEMENT_MODE } from '../../../contract/fee-agreement.ts';
import { AmountField, TextField } from '../../components/form-field.tsx';
import { AddRow, FormRow, PartHead } from '../../components/form-rows.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_RATE, EMPTY_SLAB } from './agreement-values.ts';
import type { AgreementValues } from './agreement-values.ts';

/** The rates of an agreement, in the order in which they are looked at. */
export function RateRows() {
  const t = useText();
  const { control } = useFormContext<AgreementValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'terms.rates' });
  return (
    <>
      <PartHead title={t('revenue.rates')} hint={t('revenue.ratesHelp')} />
      {fields.map((field, index) => (
        <RateRow key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      <AddRow label={t('revenue.addRate')} onClick={() => append(EMPTY_RATE)} />
    </>
  );
}

function RateRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useText();
  const rate = `terms.rates.${index}` as const;
  return (
    <FormRow title={t('revenue.rateNumber', { number: index + 1 })} onRemove={onRemove}>
      <FieldRow>
        <TextField name={`${rate}.product`} text="words.product" placeholder={t('common.any')} />
        <TextField name={`${rate}.bucket`} text="words.bucket" placeholder={t('common.any')} />
        <TextField
          name={`${rate}.mode`}
          text="revenue.mode"
          help={`${t('revenue.modeHelp')} ${SETTLEMENT_MODE}: ${t('revenue.settledMode')}.`}
          placeholder={t('common.any')}
        />
      </FieldRow>
      <FieldRow>
        <NumberField name={`${rate}.ageFrom`} text="words.dpdFrom" />
        <NumberField name={`${rate}.ageTo`} text="revenue.ageTo" />
      </FieldRow>
      <SlabRows rate={rate} />
    </FormRow>
  );
}

function SlabRows({ rate }: { rate: `terms.rates.${number}` }) {
  const t = useText();
  const { control } = useFormContext<AgreementValues>();
  const name = `${rate}.slabs` as const;
  const { fields, append, remove } = useFieldArray({
    control,
    name,
    // Known to the form by these: what is wrong with the slabs as a whole is shown here.
    rules: {},
  });
  const { errors } = useFormState({ control, name });
  const at = Number(rate.split('.')[2]);
  const wrong = errors.terms?.rates?.[at]?.slabs;
  const words = wrong?.message ?? wrong?.root?.message;
  return (
    <>
      {fields.map((field, place) => (
        <FormRow
          key={field.id}
          title={t('words.slabNumber', { number: place + 1 })}
          onRemove={() => remove(place)}
        >
          <FieldRow>
            <AmountField
              name={`${name}.${place}.fromAmount`}
              text="clients.fromAmount"
              isRequired
            />
            <NumberField
              name={`${name}.${place}.percent`}
              text="words.fee"
              suffix=" %"
              isFraction
              isRequired
            />
          </FieldRow>
        </FormRow>
      ))}
      {words !== undefined && (
        <p className="rc-problem" role="alert">
          {words}
        </p>
      )}
      <AddRow
        label={t('words.addSlab')}
        onClick={() => append({ ...EMPTY_SLAB, fromAmount: fields.length === 0 ? 0 : null })}
      />
    </>
  );
}

/** Fees that are no share, and taxes. */
export function OtherFees() {
  const t = useText();
  return (
    <>
      <PartHead title={t('revenue.otherFees')} />
      <FieldRow>
        <AmountField name="terms.minimumFee" text="revenue.minimumFee" />
        <AmountField name="terms.visitFee" text="revenue.visitFee" />
        <AmountField name="terms.settlementFee" text="revenue.settlementFee" />
      </FieldRow>
      <PartHead title={t('revenue.taxes')} />
      <FieldRow>
        <NumberField name="terms.gstPercent" text="revenue.gst" suffix=" %" isFraction isRequired />
        <NumberField name="terms.tdsPercent" text="revenue.tds" suffix=" %" isFraction isRequired />
      </FieldRow>
    </>
  );
}
