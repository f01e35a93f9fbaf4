import { Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { targetCalls } from '../../../contract/target.ts';
import type { ProposalLine, TargetInput } from '../../../contract/target.ts';
import { rupeesSchema } from '../../../contract/values.ts';
import { Dialog } from '../../components/dialog.tsx';
import { AmountField } from '../../components/form-field.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog, RowForm } from '../../components/saving-form.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { readWhenOpened, useCallQuery } from '../../data/call-query.ts';
import { useManagerOptions } from '../../data/choices.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatMonth } from '../../lib/months.ts';
import { useText } from '../../lib/texts/texts.ts';
import { partOf } from './target-columns.tsx';
import classes from './targets.module.css';

const askRules = z.object({ total: rupeesSchema.min(0), managerId: z.string().nullable() });

interface Asked {
  total: number | null;
  managerId: string | null;
}

/** Splits a total among the team by past months and stock; each share can be changed before it is set. */
export function ProposalDialog(props: { month: string; user: LoggedInUser; onClose: () => void }) {
  const { month, user, onClose } = props;
  const t = useText();
  const [asked, setAsked] = useState<z.output<typeof askRules> | null>(null);
  const proposal = useCallQuery(
    targetCalls.proposeTargets,
    asked && {
      query: { month, total: asked.total, ...(asked.managerId && { managerId: asked.managerId }) },
    },
    readWhenOpened,
  );
  const defaults: Asked = { managerId: user.role === 'MANAGER' ? user._id : null, total: null };
  return (
    <Dialog title={`${t('targets.propose')}, ${formatMonth(month)}`} size="lg" onClose={onClose}>
      <p>{t('targets.proposeHelp')}</p>
      <RowForm
        label={t('targets.propose')}
        rules={askRules}
        defaults={defaults}
        save={async (next) => setAsked(next)}
        submitLabel={t('targets.split')}
      >
        <AskFields
          month={month}
          isManager={user.role === 'MANAGER'}
          onManager={() => setAsked(null)}
        />
      </RowForm>
      {asked !== null && (
        <Loaded of={proposal} rows={3}>
          {(data) =>
            data.lines.length === 0 ? (
              <p>{t('targets.noTeam')}</p>
            ) : (
              <Shares
                key={`${asked.total} ${asked.managerId}`}
                month={month}
                total={data.total}
                lines={data.lines}
              />
            )
          }
        </Loaded>
      )}
    </Dialog>
  );
}

/** Whose team, and how much for it: as much as its manager is to bring. A manager splits among its own. */
function AskFields(props: { month: string; isManager: boolean; onManager: () => void }) {
  const t = useText();
  const { setValue, formState } = useFormContext<Asked>();
  const isTyped = formState.dirtyFields.total === true;
  const chosen = useWatch<Asked, 'managerId'>({ name: 'managerId' });
  const ofManager = useManagersTarget(chosen, props.month);
  useEffect(() => {
    if (!isTyped) setValue('total', ofManager);
  }, [ofManager, isTyped, setValue]);
  const managers = useManagerOptions('active', !props.isManager);
  return (
    <>
      {!props.isManager && (
        <SelectField
          name="managerId"
          text="targets.teamOf"
          placeholder={t('words.everybody')}
          options={managers.data ?? []}
          asked={managers}
          isClearable
          onChanged={props.onManager}
        />
      )}
      <AmountField name="total" text="words.total" isRequired={false} />
    </>
  );
}

/** A manager's own target of the month over all clients: what its team's are to come to. Null: none is set. */
function useManagersTarget(managerId: string | null, month: string): number | null {
  const { data } = useCallQuery(
    targetCalls.readTargetsOf,
    managerId === null ? null : { params: { id: managerId }, query: { month } },
  );
  return data?.targets.find((target) => partOf(target) === '')?.amount ?? null;
}

type Share = Pick<TargetInput, 'ownerId' | 'month' | 'amount' | 'revision'>;

interface SharesProps {
  month: string;
  total: number;
  lines: readonly ProposalLine[];
}

function Shares({ month, total: whole, lines }: SharesProps) {
  const t = useText();
  const set = useCallCommand(targetCalls.setTargets, { changes: ['staff-dashboards'] });
  const defaults: { targets: Share[] } = {
    targets: lines.map(({ ownerId, amount, revision }) => ({ ownerId, month, amount, revision })),
  };
  return (
    <FormInDialog
      name="targets.proposal"
      rules={targetCalls.setTargets.body}
      defaults={defaults}
      save={(body) => set.mutateAsync({ body })}
      done={t('toasts.updated')}
      submitLabel={t('targets.setAll')}
    >
      <ShareTable lines={lines} />
      <SharesSum whole={whole} />
    </FormInDialog>
  );
}

function SharesSum({ whole }: { whole: number }) {
  const t = useText();
  const targets = useWatch<{ targets: Share[] }, 'targets'>({ name: 'targets' });
  const sum = targets.reduce((all, { amount }) => all + (amount || 0), 0);
  return (
    <output className={classes.sum}>
      {sum === whole
        ? t('targets.addsUp', { amount: formatRupees(whole) })
        : t('targets.addsUpTo', { sum: formatRupees(sum), amount: formatRupees(whole) })}
    </output>
  );
}

function ShareTable({ lines }: { lines: readonly ProposalLine[] }) {
  const t = useText();
  return (
    <Table className={classes.shares}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('targets.person')}</Table.Th>
          <Table.Th>{t('targets.average')}</Table.Th>
          <Table.Th>{t('words.stock')}</Table.Th>
          <Table.Th>{t('targets.amount')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, place) => (
          <Table.Tr key={line.ownerId}>
            <Table.Td>{line.name}</Table.Td>
            <Table.Td>{formatRupees(line.average)}</Table.Td>
            <Table.Td>{formatRupees(line.stock)}</Table.Td>
            <Table.Td>
              <AmountField
                name={`targets.${place}.amount`}
                label={`${t('targets.amount')}: ${line.name}`}
                isLabelHidden
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
