import { parseFields } from '../../../contract/errors.ts';
import { targetCalls, targetInputSchema } from '../../../contract/target.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { peopleChoices } from '../../components/filter-control.tsx';
import { AmountField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useAssignees, useClientOptions } from '../../data/choices.ts';
import { formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';
import { TargetHistory } from './target-history.tsx';

interface Values {
  ownerId: string | null;
  forClientId: string | null;
  City: string;
  Region: string;
  Bucket: string;
  Product: string;
  month: string;
  amount: number | null;
  loans: number | null;
  promises: number | null;
  contacts: number | null;
  revision: number;
}

const valuesOf = (month: string, target: MonthTarget | null): Values => ({
  ownerId: target?.ownerId ?? null,
  forClientId: target?.forClientId ?? null,
  City: target?.City ?? '',
  Region: target?.Region ?? '',
  Bucket: target?.Bucket ?? '',
  Product: target?.Product ?? '',
  month: target?.month ?? month,
  amount: target?.amount ?? null,
  loans: target?.loans ?? null,
  promises: target?.promises ?? null,
  contacts: target?.contacts ?? null,
  revision: target?.revision ?? 0,
});

const rules = (values: Values) => parseFields(targetInputSchema, values);

/** Sets a target, or another amount for one that stands. */
export function TargetDialog(props: {
  month: string;
  /** Null: a new one. */
  target: MonthTarget | null;
  isOwnersOnly: boolean;
  onClose: () => void;
}) {
  const { month, target, isOwnersOnly, onClose } = props;
  const t = useText();
  const set = useCallCommand(targetCalls.setTargets, { changes: ['staff-dashboards'] });
  const people = useAssignees();
  return (
    <DialogForm
      name={target === null ? 'targets.add' : 'targets.change'}
      title={`${t(target === null ? 'targets.add' : 'words.change')}, ${formatMonth(target?.month ?? month)}`}
      rules={rules}
      defaults={valuesOf(month, target)}
      save={(body) => set.mutateAsync({ body: { targets: [body] } })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <SelectField
        name="ownerId"
        text="targets.person"
        help={isOwnersOnly ? '' : t('targets.personHelp')}
        options={peopleChoices(people.data ?? [])}
        asked={people}
        isClearable
        isDisabled={target !== null}
      />
      {!isOwnersOnly && <BookFields isFixed={target !== null} />}
      <AmountField name="amount" text="targets.amount" isRequired />
      <FieldRow>
        <NumberField name="loans" text="targets.loans" />
        <NumberField name="promises" text="targets.promises" />
        <NumberField name="contacts" text="targets.contacts" />
      </FieldRow>
      {target !== null && <TargetHistory id={target._id} />}
    </DialogForm>
  );
}

/** The part of the book that a target is about. */
function BookFields({ isFixed }: { isFixed: boolean }) {
  const clients = useClientOptions();
  return (
    <>
      {clients.data?.length !== 0 && (
        <SelectField
          name="forClientId"
          text="words.client"
          options={clients.data ?? []}
          asked={clients}
          isClearable
          isDisabled={isFixed}
        />
      )}
      <FieldRow>
        <TextField name="City" text="words.city" isDisabled={isFixed} />
        <TextField name="Region" text="loanFields.Region" isDisabled={isFixed} />
      </FieldRow>
      <FieldRow>
        <TextField name="Bucket" text="words.bucket" isDisabled={isFixed} />
        <TextField name="Product" text="words.product" isDisabled={isFixed} />
      </FieldRow>
    </>
  );
}
