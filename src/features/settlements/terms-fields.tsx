import { Button } from '@mantine/core';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { MOST_INSTALMENTS, SETTLEMENT_KINDS } from '../../../contract/settlement.ts';
import { AmountField, DayField } from '../../components/form-field.tsx';
import { AddRow, FormRow } from '../../components/form-rows.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { formatDay, today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { instalmentsOf, nextPlanned, sumOf } from './terms.ts';
import type { TermsValues } from './terms.ts';
import classes from './settlements.module.css';

/** What the borrower pays, when; with the waiver that it makes. Fields of the form around. */
export function TermsFields({
  dueAmount,
  lastDay,
}: {
  dueAmount: number | null;
  lastDay?: string;
}) {
  const t = useText();
  const { control } = useFormContext<TermsValues>();
  const values = useWatch({ control }) as TermsValues;
  const { kind, offeredAmount, plan } = values;
  const isPlan = kind === 'INSTALMENTS' && plan.length > 0;
  const waiver = dueAmount === null || offeredAmount === null ? null : dueAmount - offeredAmount;
  const share = waiver === null || !dueAmount ? 0 : Math.round((waiver * 1000) / dueAmount) / 10;
  const help =
    waiver !== null && waiver > 0
      ? `${t('settlements.waiver')}: ${formatRupees(waiver)} (${formatPercent(share)})`
      : undefined;
  return (
    <>
      <AmountField
        name="offeredAmount"
        text="settlements.offered"
        {...(help !== undefined && { help })}
      />
      <FieldRow>
        <SelectField
          name="kind"
          text="settlements.kind"
          options={SETTLEMENT_KINDS.map((value) => ({
            value,
            label: t(`settlements.kinds.${value}`),
          }))}
        />
        {!isPlan && (
          <DayField
            name="validUntil"
            label={t(kind === 'ONE_TIME' ? 'settlements.payBy' : 'settlements.firstDay')}
            min={today()}
            {...(lastDay !== undefined && { max: lastDay })}
          />
        )}
      </FieldRow>
      {kind === 'INSTALMENTS' && !isPlan && <EqualInstalments values={values} />}
      {isPlan && <Plan values={values} {...(lastDay !== undefined && { lastDay })} />}
    </>
  );
}

/** Equal monthly instalments by their number; each can be given its own day and amount. */
function EqualInstalments({ values }: { values: TermsValues }) {
  const t = useText();
  const { setValue } = useFormContext<TermsValues>();
  const instalments = instalmentsOf(values);
  return (
    <>
      <NumberField
        name="count"
        text="settlements.count"
        {...(instalments.length > 0 && {
          help: t('settlements.perMonth', {
            count: instalments.length,
            day: formatDay(instalments.at(-1)?.dueOn ?? null),
          }),
        })}
      />
      <div>
        <Button
          variant="default"
          disabled={instalments.length === 0}
          onClick={() => setValue('plan', instalments, { shouldDirty: true })}
        >
          {t('settlements.ownPlan')}
        </Button>
      </div>
    </>
  );
}

/** Each instalment with its day and amount. */
function Plan({ values, lastDay }: { values: TermsValues; lastDay?: string }) {
  const t = useText();
  const { control } = useFormContext<TermsValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'plan' });
  const isFull = fields.length >= MOST_INSTALMENTS;
  return (
    <>
      {fields.map((field, at) => (
        <FormRow
          key={field.id}
          title={t('settlements.planned', { number: at + 1 })}
          onRemove={() => remove(at)}
        >
          <FieldRow>
            <DayField
              name={`plan.${at}.dueOn`}
              text="settlements.dueOn"
              min={today()}
              isRequired
              {...(at === 0 && lastDay !== undefined && { max: lastDay })}
            />
            <AmountField name={`plan.${at}.amount`} text="words.amount" isRequired />
          </FieldRow>
        </FormRow>
      ))}
      <output className="rc-sum">
        {t('settlements.planSum', {
          sum: formatRupees(sumOf(values.plan)),
          offer: formatRupees(values.offeredAmount ?? 0),
        })}
      </output>
      <div className={classes.actions}>
        {!isFull && (
          <AddRow
            label={t('settlements.addInstalment')}
            onClick={() => append(nextPlanned(values))}
          />
        )}
        <Button variant="subtle" onClick={() => remove()}>
          {t('settlements.equalPlan')}
        </Button>
      </div>
    </>
  );
}
