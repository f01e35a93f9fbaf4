import { useState } from 'react';
import { promiseCalls, promiseRuleInputSchema } from '../../../contract/promise.ts';
import type { PromiseRule } from '../../../contract/promise.ts';
import { instantColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { AmountField } from '../../components/form-field.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { ListPage } from '../../components/list-page.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { NoClients } from '../../components/no-clients.tsx';
import { rowButton } from '../../components/row-button.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatPercent } from '../../lib/percent.ts';
import { latest } from '../../lib/latest.ts';
import { useText } from '../../lib/texts/texts.ts';

/** `/promise-rules`: lender by lender, how long and how much less still keeps a promise. */
export function PromiseRulesScreen() {
  const t = useText();
  const rules = useCallQuery(promiseCalls.listPromiseRules, {});
  const state = useOwnPage(25);
  const [changing, setChanging] = useState<PromiseRule | null>(null);
  const columns = useRuleColumns();
  return (
    <ListPage<PromiseRule>
      name="promise-rules"
      title={t('promises.rules')}
      subtitle={t('promises.rulesSubtitle')}
      columns={columns}
      list={pageOfAll({ ...rules, data: rules.data?.data }, state)}
      state={state}
      rowId={(rule) => rule.clientId}
      rowLabel={(rule) => rule.Client_Name}
      rowActions={(rule) => rowButton(t('words.change'), rule.Client_Name, () => setChanging(rule))}
      empty={<NoClients />}
    >
      {changing !== null && (
        <RuleDialog rule={latest(changing, rules.data?.data)} onClose={() => setChanging(null)} />
      )}
    </ListPage>
  );
}

function useRuleColumns(): DataColumn<PromiseRule>[] {
  const t = useText();
  return [
    textColumn('client', t('words.client'), (rule) => rule.Client_Name, { isFixed: true }),
    textColumn('grace', t('promises.graceDays'), (rule) => rule.graceDays, { align: 'right' }),
    textColumn(
      'tolerance',
      t('promises.tolerance'),
      (rule) => formatPercent(rule.tolerancePercent),
      { align: 'right' },
    ),
    moneyColumn('manager', t('promises.managerFrom'), (rule) => rule.managerFrom),
    instantColumn('updated', t('words.rulesChanged'), (rule) => rule.updatedAt),
  ];
}

function RuleDialog({ rule, onClose }: { rule: PromiseRule; onClose: () => void }) {
  const t = useText();
  const change = useCallCommand(promiseCalls.changePromiseRule);
  return (
    <DialogForm
      name="promises.rulesOf"
      title={t('promises.rulesOf', { name: rule.Client_Name })}
      rules={promiseRuleInputSchema}
      defaults={rule}
      save={(body) => change.mutateAsync({ params: { clientId: rule.clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
    >
      <NumberField name="graceDays" text="promises.graceDays" help={t('promises.graceHelp')} />
      <NumberField name="tolerancePercent" text="promises.tolerance" suffix=" %" />
      <AmountField
        name="managerFrom"
        text="promises.managerFrom"
        help={t('promises.managerHelp')}
      />
    </DialogForm>
  );
}
