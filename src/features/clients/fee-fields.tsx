import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { AmountField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_FEE } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import { AddRow, FormRow } from '../../components/form-rows.tsx';

type FeeForm = Pick<NewClientValues, 'successFees'>;

const optionsOf = (known: readonly string[], chosen: string | null) =>
  [...new Set([...known, ...(chosen === null ? [] : [chosen])])].map((value) => ({
    value,
    label: value,
  }));

/** What the lender pays, per product and bucket. Fields of `successFees` in the form around. */
export function FeeRows(props: { products: readonly string[]; buckets: readonly string[] }) {
  const t = useText();
  const { control } = useFormContext<FeeForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'successFees' });
  const given = useWatch({ control, name: 'successFees' });
  return (
    <>
      <p>{t('clients.feesHint')}</p>
      {fields.map((field, index) => (
        <FormRow
          key={field.id}
          title={t('clients.feeNumber', { number: index + 1 })}
          onRemove={() => remove(index)}
        >
          <FieldRow>
            <SelectField
              name={`successFees.${index}.product`}
              text="words.product"
              placeholder={t('common.any')}
              options={optionsOf(props.products, given[index]?.product ?? null)}
              isClearable
            />
            <SelectField
              name={`successFees.${index}.bucket`}
              text="words.bucket"
              placeholder={t('common.any')}
              options={optionsOf(props.buckets, given[index]?.bucket ?? null)}
              isClearable
            />
          </FieldRow>
          <FieldRow>
            <NumberField
              name={`successFees.${index}.feePercent`}
              text="words.fee"
              suffix=" %"
              isFraction
              isRequired
            />
            <AmountField name={`successFees.${index}.minimumFee`} text="clients.minimumFee" />
          </FieldRow>
        </FormRow>
      ))}
      <AddRow label={t('clients.addFee')} onClick={() => append(EMPTY_FEE)} />
    </>
  );
}

/** The success fees of a new client, over the products and buckets that its profile names. */
export function NewFeeRows() {
  const { control } = useFormContext<NewClientValues>();
  const { products, buckets } = useWatch({ control, name: 'profile' });
  return <FeeRows products={products} buckets={buckets} />;
}
