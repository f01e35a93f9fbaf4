import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { INCENTIVE_ROLES } from '../../../contract/client-contract.ts';
import { INCENTIVE_MEASURES } from '../../../contract/incentive.ts';
import { CheckField } from '../../components/check-field.tsx';
import { AmountField, DayField, TextField } from '../../components/form-field.tsx';
import { AddRow, FormRow } from '../../components/form-rows.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useClientOptions } from '../../data/choices.ts';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_PART, EMPTY_SLAB } from './structure-values.ts';
import type { StructureValues } from './structure-values.ts';

/** The fields of a structure. */
export function StructureFields(props: { isNew: boolean; firstDay: string | null }) {
  const { isNew, firstDay } = props;
  const t = useText();
  const clients = useClientOptions(isNew);
  const { control } = useFormContext<StructureValues>();
  const parts = useFieldArray({ control, name: 'terms.parts' });
  return (
    <>
      {isNew && (
        <SelectField
          name="clientId"
          text="words.client"
          options={clients.data ?? []}
          asked={clients}
          isRequired
        />
      )}
      <FieldRow>
        <SelectField
          name="roleType"
          text="words.forWhom"
          options={INCENTIVE_ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
          isRequired
          isDisabled={!isNew}
        />
        <SelectField
          name="terms.measure"
          text="incentives.measure"
          options={INCENTIVE_MEASURES.map((each) => ({
            value: each,
            label: t(`incentives.measures.${each}`),
          }))}
          isRequired
        />
      </FieldRow>
      <FieldRow>
        <DayField
          name="validFrom"
          text="incentives.validFrom"
          {...(firstDay !== null && { min: firstDay })}
        />
        <DayField name="validTo" text="incentives.validTo" />
      </FieldRow>
      <p>{t('incentives.partHelp')}</p>
      {parts.fields.map((field, index) => (
        <PartFields key={field.id} index={index} onRemove={() => parts.remove(index)} />
      ))}
      <AddRow label={t('incentives.addPart')} onClick={() => parts.append(EMPTY_PART)} />
      <ConditionFields />
    </>
  );
}

function PartFields({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useText();
  const { control } = useFormContext<StructureValues>();
  const name = `terms.parts.${index}` as const;
  const slabs = useFieldArray({ control, name: `${name}.slabs` });
  const measure = useWatch({ control, name: 'terms.measure' });
  return (
    <FormRow title={t('incentives.part', { number: index + 1 })} onRemove={onRemove}>
      <FieldRow>
        <TextField name={`${name}.bucket`} text="words.bucket" />
        <TextField name={`${name}.product`} text="words.product" />
      </FieldRow>
      {slabs.fields.map((field, at) => (
        <FormRow
          key={field.id}
          title={t('words.slabNumber', { number: at + 1 })}
          onRemove={() => slabs.remove(at)}
        >
          <FieldRow>
            {measure === 'ACHIEVEMENT' ? (
              <NumberField
                name={`${name}.slabs.${at}.from`}
                text="incentives.fromPercent"
                suffix=" %"
              />
            ) : (
              <AmountField name={`${name}.slabs.${at}.from`} text="incentives.fromAmount" />
            )}
            <NumberField
              name={`${name}.slabs.${at}.percent`}
              text="incentives.percent"
              suffix=" %"
              isFraction
            />
            <AmountField name={`${name}.slabs.${at}.fixedAmount`} text="incentives.fixed" />
          </FieldRow>
        </FormRow>
      ))}
      <AddRow label={t('words.addSlab')} onClick={() => slabs.append(EMPTY_SLAB)} />
    </FormRow>
  );
}

function ConditionFields() {
  const t = useText();
  const { control } = useFormContext<StructureValues>();
  const role = useWatch({ control, name: 'roleType' });
  return (
    <>
      <FieldRow>
        <AmountField name="terms.cap" text="incentives.cap" />
        <NumberField name="terms.minAchievement" text="incentives.minAchievement" suffix=" %" />
        <NumberField name="terms.clawbackDays" text="incentives.clawbackDays" />
      </FieldRow>
      {role === 'MANAGER' && (
        <NumberField
          name="terms.teamPercent"
          text="incentives.teamPercent"
          suffix=" %"
          isFraction
        />
      )}
      <CheckField name="terms.needsNoBreach" label={t('incentives.needsNoBreach')} />
      <CheckField name="terms.needsCashDeposited" label={t('incentives.needsCashDeposited')} />
    </>
  );
}
