import {
  ATTRIBUTION_BASES,
  attributionCalls,
  attributionInputSchema,
} from '../../../contract/attribution.ts';
import type { AttributionBasis, ClientAttribution } from '../../../contract/attribution.ts';
import { parseFields } from '../../../contract/errors.ts';
import { DayField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';

type Share = { percent: number | null; withinDays: number | null };
type Values = { validFrom: string | null; revision: number } & Record<AttributionBasis, Share>;

const DAYS: Readonly<Partial<Record<AttributionBasis, number>>> = { LAST_CONTACT: 7, PROMISE: 3 };

function valuesOf({ rules: [rule], revision }: ClientAttribution): Values {
  const shareOf = (basis: AttributionBasis): Share => {
    const part = rule?.parts.find((each) => each.basis === basis);
    return { percent: part?.percent ?? null, withinDays: part?.withinDays ?? DAYS[basis] ?? null };
  };
  return {
    validFrom: today(),
    revision,
    CREDITED: shareOf('CREDITED'),
    HOLDER: shareOf('HOLDER'),
    LAST_CONTACT: shareOf('LAST_CONTACT'),
    PROMISE: shareOf('PROMISE'),
    SETTLEMENT: shareOf('SETTLEMENT'),
  };
}

const rules = (values: Values) =>
  parseFields(attributionInputSchema, {
    validFrom: values.validFrom,
    revision: values.revision,
    parts: ATTRIBUTION_BASES.flatMap((basis) => {
      const { percent, withinDays } = values[basis];
      return percent === null || percent === 0
        ? []
        : [{ basis, percent, withinDays: DAYS[basis] === undefined ? 0 : (withinDays ?? 0) }];
    }),
  });

/** A client's rule from a day on. */
export function AttributionDialog(props: { client: ClientAttribution; onClose: () => void }) {
  const { client, onClose } = props;
  const t = useText();
  const set = useCallCommand(attributionCalls.setAttributionRule, { changes: ['everything'] });
  return (
    <DialogForm
      name="attribution.of"
      about={client.clientId}
      title={t('attribution.of', { name: client.Client_Name })}
      rules={rules}
      defaults={valuesOf(client)}
      save={(body) => set.mutateAsync({ params: { clientId: client.clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <DayField name="validFrom" text="attribution.from" min={`${today().slice(0, 8)}01`} />
      <p>{t('attribution.sharesHelp')}</p>
      {ATTRIBUTION_BASES.map((basis) => (
        <FieldRow key={basis}>
          <NumberField
            name={`${basis}.percent`}
            label={t(`attribution.basis.${basis}`)}
            help={t(`attribution.help.${basis}`)}
            suffix=" %"
          />
          {DAYS[basis] !== undefined && (
            <NumberField name={`${basis}.withinDays`} text="attribution.within" />
          )}
        </FieldRow>
      ))}
    </DialogForm>
  );
}
