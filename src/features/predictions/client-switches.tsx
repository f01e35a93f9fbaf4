import { Button, Table } from '@mantine/core';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { clientSwitchBody, recoveryModelCalls as calls } from '../../../contract/recovery-model.ts';
import type { ClientSwitch } from '../../../contract/recovery-model.ts';
import type { TFunction } from 'i18next';
import { CheckField } from '../../components/check-field.tsx';
import { TextField } from '../../components/form-field.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Panel } from '../../components/page.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './predictions.module.css';

/** For which clients scores are used, and how. */
export function ClientSwitches() {
  const t = useText();
  const [changed, change] = useState<ClientSwitch | null>(null);
  const found = useCallQuery(calls.listPredictionSwitches, {});
  return (
    <Panel title={t('menu.clients')} isFlush>
      {found.data ? (
        <SwitchTable switches={found.data.data} onChange={change} />
      ) : found.isError ? (
        <LoadProblem error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
      {changed && <SwitchDialog of={changed} onClose={() => change(null)} />}
    </Panel>
  );
}

/** How a client's loans come where nobody chose an order. */
function orderWords(t: TFunction, { isUsed, ordersWork, controlShare }: ClientSwitch): string {
  if (!isUsed || !ordersWork) return t('words.usualOrder');
  const order = t('recoveryModel.orderChance');
  if (controlShare === 0) return order;
  return `${order}, ${t('recoveryModel.orderSplit', { share: formatPercent(controlShare) })}`;
}

function SwitchTable(props: {
  switches: readonly ClientSwitch[];
  onChange: (of: ClientSwitch) => void;
}) {
  const t = useText();
  const scrollable = { tabIndex: 0 };
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={t('menu.clients')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('words.client')}</Table.Th>
            <Table.Th>{t('recoveryModel.scores')}</Table.Th>
            <Table.Th>{t('recoveryModel.order')}</Table.Th>
            <Table.Th className={classes.desk}>{t('recoveryModel.groupColumn')}</Table.Th>
            <Table.Th aria-label={t('words.change')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {props.switches.map((each) => (
            <Table.Tr key={each.clientId}>
              <Table.Th scope="row">{each.client}</Table.Th>
              <Table.Td>{t(each.isUsed ? 'words.on' : 'recoveryModel.off')}</Table.Td>
              <Table.Td className={classes.words}>{orderWords(t, each)}</Table.Td>
              <Table.Td className={classes.desk}>{each.groupColumn ?? '–'}</Table.Td>
              <Table.Td className={classes.figure}>
                <Button
                  variant="subtle"
                  size="sm"
                  aria-label={`${t('words.change')}: ${each.client}`}
                  onClick={() => props.onChange(each)}
                >
                  {t('words.change')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function SwitchDialog({ of, onClose }: { of: ClientSwitch; onClose: () => void }) {
  const t = useText();
  const save = useCallCommand(calls.savePredictionSwitch);
  return (
    <DialogForm
      name="recoveryModel.switchTitle"
      rules={clientSwitchBody}
      defaults={{ ...of, groupColumn: of.groupColumn ?? '' }}
      title={t('recoveryModel.switchTitle', { client: of.client })}
      save={(body) => save.mutateAsync({ params: { clientId: of.clientId }, body })}
      done={t('words.saved')}
      onClose={onClose}
    >
      <CheckField name="isUsed" label={t('recoveryModel.isUsed')} />
      <OrderFields />
      <TextField
        name="groupColumn"
        text="recoveryModel.groupColumnLabel"
        help={t('recoveryModel.groupColumnHint')}
      />
    </DialogForm>
  );
}

/** Whether work goes by the scores, and if so which share of the loans is left out of that to compare. */
function OrderFields() {
  const t = useText();
  const [isUsed, ordersWork] = useWatch<ClientSwitch, ['isUsed', 'ordersWork']>({
    name: ['isUsed', 'ordersWork'],
  });
  if (!isUsed) return null;
  return (
    <>
      <CheckField name="ordersWork" label={t('recoveryModel.ordersWork')} />
      {ordersWork && (
        <NumberField name="controlShare" text="recoveryModel.controlShare" suffix="%" />
      )}
    </>
  );
}
