import { useFormContext, useWatch } from 'react-hook-form';
import { SETTLEMENT_KINDS } from '../../../contract/settlement.ts';
import { AmountField, DayField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { formatDay, today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { instalmentsOf } from './terms.ts';
import type { TermsValues } from './terms.ts';

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
  const { kind, offeredAmount } = values;
  const waiver = dueAmount === null || offeredAmount === null ? null : dueAmount - offeredAmount;
  const share = waiver === null || !dueAmount ? 0 : Math.round((waiver * 1000) / dueAmount) / 10;
  const instalments = instalmentsOf(values);
  const help =
    waiver !== null && waiver > 0
      ? `${t('settlements.waiver')}: ${formatRupees(waiver)} (${share} %)`
      : undefined;
  return (
    <>
      <AmountField
        name="offeredAmount"
        label={t('settlements.offered')}
        {...(help !== undefined && { help })}
      />
      <FieldRow>
        <SelectField
          name="kind"
          label={t('settlements.kind')}
          options={SETTLEMENT_KINDS.map((value) => ({
            value,
            label: t(`settlements.kinds.${value}`),
          }))}
        />
        <DayField
          name="validUntil"
          label={t(kind === 'ONE_TIME' ? 'settlements.payBy' : 'settlements.firstDay')}
          min={today()}
          {...(lastDay !== undefined && { max: lastDay })}
        />
      </FieldRow>
      {kind === 'INSTALMENTS' && (
        <NumberField
          name="count"
          label={t('settlements.count')}
          {...(instalments.length > 0 && {
            help: t('settlements.perMonth', {
              count: instalments.length,
              day: formatDay(instalments.at(-1)?.dueOn ?? null),
            }),
          })}
        />
      )}
    </>
  );
}
