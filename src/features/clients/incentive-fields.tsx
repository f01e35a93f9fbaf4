import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { INCENTIVE_ROLES } from '../../../contract/client-contract.ts';
import { AmountField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_SLAB } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import { AddRow, FormRow } from '../../components/form-rows.tsx';

/** A new incentive begins with one step from the first rupee on. */
const FIRST_SLAB = { ...EMPTY_SLAB, fromAmount: 0 };

type IncentiveForm = Pick<NewClientValues, 'incentives'>;

/** What each role type earns, in steps. Fields of `incentives` in the form around. */
export function IncentiveRows() {
  const t = useText();
  const { control } = useFormContext<IncentiveForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'incentives' });
  const given = useWatch({ control, name: 'incentives' });
  const free = INCENTIVE_ROLES.find((role) => given.every(({ roleType }) => roleType !== role));
  return (
    <>
      <p>{t('clients.incentivesHint')}</p>
      {fields.map((field, index) => (
        <IncentiveRow key={field.id} index={index} onRemove={() => remove(index)} />
      ))}
      {free !== undefined && (
        <AddRow
          label={t('clients.addIncentive')}
          onClick={() => append({ roleType: free, slabs: [FIRST_SLAB] })}
        />
      )}
    </>
  );
}

function IncentiveRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useText();
  const { control } = useFormContext<IncentiveForm>();
  const name = `incentives.${index}.slabs` as const;
  const { fields, append, remove } = useFieldArray({
    control,
    name,
    // Known to the form by these: what is wrong with the steps as a whole is shown here.
    rules: {},
  });
  const { errors } = useFormState({ control, name });
  const slabError = errors.incentives?.[index]?.slabs;
  const words = slabError?.message ?? slabError?.root?.message;
  return (
    <FormRow title={t('clients.incentiveNumber', { number: index + 1 })} onRemove={onRemove}>
      <SelectField
        name={`incentives.${index}.roleType`}
        text="words.forWhom"
        options={INCENTIVE_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
        isRequired
      />
      {fields.map((field, at) => (
        <SlabFields
          key={field.id}
          prefix={`${name}.${at}.`}
          number={at + 1}
          onRemove={() => remove(at)}
        />
      ))}
      {words !== undefined && (
        <p className="rc-problem" role="alert">
          {words}
        </p>
      )}
      <AddRow label={t('clients.addSlab')} onClick={() => append(EMPTY_SLAB)} />
    </FormRow>
  );
}

function SlabFields(props: { prefix: string; number: number; onRemove: () => void }) {
  const t = useText();
  const { prefix } = props;
  return (
    <FormRow title={t('clients.slabNumber', { number: props.number })} onRemove={props.onRemove}>
      <FieldRow>
        <AmountField name={`${prefix}fromAmount`} text="clients.fromAmount" isRequired />
        <NumberField name={`${prefix}percent`} text="clients.percent" suffix=" %" isFraction />
        <AmountField name={`${prefix}fixedAmount`} text="clients.fixedAmount" />
      </FieldRow>
    </FormRow>
  );
}
