import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { DayField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { EMPTY_PORTFOLIO } from './client-values.ts';
import type { NewClientValues } from './client-values.ts';
import { AddRow, FormRow } from '../../components/form-rows.tsx';

/** One portfolio; `prefix` is where it stands in the form around (`portfolios.0.`), '' for a form of its own. */
export function PortfolioFields(props: {
  prefix: string;
  products: readonly string[];
  buckets: readonly string[];
}) {
  const t = useText();
  const { prefix } = props;
  return (
    <>
      <TextField name={`${prefix}name`} text="clients.portfolioName" isRequired />
      <FieldRow>
        <TagsField
          name={`${prefix}products`}
          text="clients.products"
          help={t('clients.allWhenEmpty')}
          suggestions={props.products}
        />
        <TagsField
          name={`${prefix}buckets`}
          text="clients.buckets"
          help={t('clients.allWhenEmpty')}
          suggestions={props.buckets}
        />
      </FieldRow>
      <FieldRow>
        <DayField name={`${prefix}startsOn`} text="common.from" />
        <DayField name={`${prefix}endsOn`} text="clients.endsOn" />
      </FieldRow>
    </>
  );
}

/** The portfolios of a new client. */
export function PortfolioRows() {
  const t = useText();
  const { control } = useFormContext<NewClientValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'portfolios' });
  const { products, buckets } = useWatch({ control, name: 'profile' });
  return (
    <>
      <p>{t('clients.portfoliosHint')}</p>
      {fields.map((field, index) => (
        <FormRow
          key={field.id}
          title={t('clients.portfolioNumber', { number: index + 1 })}
          onRemove={() => remove(index)}
        >
          <PortfolioFields prefix={`portfolios.${index}.`} products={products} buckets={buckets} />
        </FormRow>
      ))}
      <AddRow label={t('words.addPortfolio')} onClick={() => append(EMPTY_PORTFOLIO)} />
    </>
  );
}
