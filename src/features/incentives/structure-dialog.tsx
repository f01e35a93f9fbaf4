import { parseFields } from '../../../contract/errors.ts';
import { incentiveCalls } from '../../../contract/incentive-calls.ts';
import { incentiveInputSchema } from '../../../contract/incentive.ts';
import type { IncentiveStructure } from '../../../contract/incentive.ts';
import { idSchema, seenRevisionSchema } from '../../../contract/values.ts';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { StructureFields } from './structure-fields.tsx';
import { EMPTY_PART, termsValues } from './structure-values.ts';
import type { StructureValues } from './structure-values.ts';
import { StructurePreview } from './structure-preview.tsx';

/** The first day of next month: where a change begins unless another day is chosen. */
function nextMonth(): string {
  const [year = 0, month = 1] = today().split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

const valuesOf = (structure: IncentiveStructure | null): StructureValues => ({
  clientId: structure?.clientId ?? null,
  roleType: structure?.roleType ?? 'COLLECTOR',
  validFrom: structure === null ? `${today().slice(0, 8)}01` : nextMonth(),
  validTo: null,
  revision: structure?.revision ?? 0,
  terms:
    structure === null
      ? {
          measure: 'AMOUNT',
          parts: [EMPTY_PART],
          cap: null,
          minAchievement: null,
          needsNoBreach: false,
          needsCashDeposited: false,
          teamPercent: null,
          clawbackDays: 90,
        }
      : termsValues(structure.terms),
});

const dialogSchema = incentiveInputSchema.safeExtend({
  clientId: idSchema,
  revision: seenRevisionSchema,
});
const rules = (values: StructureValues) => parseFields(dialogSchema, values);

/** Sets a structure from a day on, and shows while it is typed what the last month would have paid. */
export function StructureDialog(props: {
  /** Null: of any client. */
  structure: IncentiveStructure | null;
  firstDay: string | null;
  onClose: () => void;
}) {
  const { structure, firstDay, onClose } = props;
  const t = useText();
  const set = useCallCommand(incentiveCalls.setIncentiveStructure, { changes: ['clients'] });
  return (
    <DialogForm
      name={structure === null ? 'incentives.add' : 'incentives.edit'}
      title={
        structure === null
          ? t('incentives.add')
          : t('incentives.edit', { name: structure.Client_Name })
      }
      size="xl"
      rules={rules}
      defaults={valuesOf(structure)}
      save={({ clientId, ...body }) => set.mutateAsync({ params: { clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <StructureFields isNew={structure === null} firstDay={firstDay} />
      <StructurePreview />
    </DialogForm>
  );
}
