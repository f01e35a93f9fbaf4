import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  settlementRuleCalls,
  settlementRuleInputSchema,
} from '../../../contract/settlement-rule.ts';
import type { SettlementRule } from '../../../contract/settlement-rule.ts';
import { LETTER_LANGUAGES } from '../../../contract/settlement.ts';
import { CheckField } from '../../components/check-field.tsx';
import { instantColumn, moneyColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { AmountField, TextAreaField, TextField } from '../../components/form-field.tsx';
import { FieldRow } from '../../components/form.tsx';
import { pageOfAll, useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { MultiSelectField } from '../../components/select-field.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

/** `/settlement-rules`: client by client, up to which waiver each level may approve. */
export function SettlementRulesScreen() {
  const t = useText();
  const rules = useCallQuery(settlementRuleCalls.listSettlementRules, {});
  const state = useOwnPage(25);
  const [changing, setChanging] = useState<SettlementRule | null>(null);
  return (
    <Page>
      <PageHeader title={t('settlements.rules')} subtitle={t('settlements.rulesSubtitle')} />
      <List<SettlementRule>
        name="settlement-rules"
        label={t('settlements.rules')}
        columns={useRuleColumns()}
        list={pageOfAll({ ...rules, data: rules.data?.data }, state)}
        state={state}
        rowId={(rule) => rule.clientId}
        rowLabel={(rule) => rule.Client_Name}
        rowActions={(rule) => changeButton(rule, setChanging)}
        empty={t('settlements.noClient')}
      />
      {changing !== null && <RuleDialog rule={changing} onClose={() => setChanging(null)} />}
    </Page>
  );
}

/** The button of a row. */
const changeButton = (rule: SettlementRule, onChange: (rule: SettlementRule) => void) => (
  <ChangeButton rule={rule} onChange={onChange} />
);

function ChangeButton(props: { rule: SettlementRule; onChange: (rule: SettlementRule) => void }) {
  const t = useText();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`${t('settlements.change')}: ${props.rule.Client_Name}`}
      onClick={() => props.onChange(props.rule)}
    >
      {t('settlements.change')}
    </Button>
  );
}

const limitWords = (percent: number, amount: number | null): string =>
  amount === null ? `${percent} %` : `${percent} % · ${formatRupees(amount)}`;

function useRuleColumns(): DataColumn<SettlementRule>[] {
  const t = useText();
  return [
    {
      key: 'client',
      title: t('settlements.client'),
      isFixed: true,
      render: (rule) => rule.Client_Name,
    },
    {
      key: 'manager',
      title: t('settlements.level.MANAGER'),
      render: (rule) => limitWords(rule.managerPercent, rule.managerAmount),
    },
    {
      key: 'admin',
      title: t('settlements.level.ADMIN'),
      render: (rule) => limitWords(rule.adminPercent, rule.adminAmount),
    },
    {
      key: 'clients',
      title: t('settlements.level.CLIENT'),
      render: (rule) => limitWords(rule.clientPercent, rule.clientAmount),
    },
    moneyColumn('delegated', t('settlements.delegated'), (rule) => rule.delegatedAmount),
    {
      key: 'rbi',
      title: t('settlements.rbi'),
      render: (rule) => t(rule.isRbi ? 'common.yes' : 'common.no'),
    },
    instantColumn('updated', t('settlements.rulesChanged'), (rule) => rule.updatedAt),
  ];
}

function RuleDialog({ rule, onClose }: { rule: SettlementRule; onClose: () => void }) {
  const t = useText();
  const change = useCallCommand(settlementRuleCalls.changeSettlementRule);
  return (
    <DialogForm
      title={t('settlements.rulesOf', { name: rule.Client_Name })}
      rules={settlementRuleInputSchema}
      defaults={rule}
      save={(body) => change.mutateAsync({ params: { clientId: rule.clientId }, body })}
      done={t('toasts.updated')}
      onClose={onClose}
      size="lg"
    >
      {(['manager', 'admin', 'client'] as const).map((level) => (
        <FieldRow key={level}>
          <NumberField
            name={`${level}Percent`}
            label={t(`settlements.${level}Percent`)}
            suffix=" %"
          />
          <AmountField
            name={`${level}Amount`}
            label={t(`settlements.${level}Amount`)}
            help={t('settlements.limitHelp')}
          />
        </FieldRow>
      ))}
      <AmountField
        name="delegatedAmount"
        label={t('settlements.delegated')}
        help={t('settlements.delegatedHelp')}
      />
      <FieldRow>
        <NumberField name="graceDays" label={t('settlements.grace')} />
        <NumberField name="validDays" label={t('settlements.validDays')} />
      </FieldRow>
      <NumberField name="coolingMonths" label={t('settlements.coolingMonths')} />
      <CheckField name="isRbi" label={t('settlements.rbi')} />
      <p>{t('settlements.rbiHelp')}</p>
      <MultiSelectField
        name="letterLanguages"
        label={t('settlements.letterLanguages')}
        help={t('settlements.letterLanguagesHelp')}
        options={LETTER_LANGUAGES.map((value) => ({
          value,
          label: t(`settlements.languages.${value}`),
        }))}
      />
      <TextField name="letterSignatory" label={t('settlements.letterSignatory')} />
      <TextAreaField
        name="letterClause"
        label={t('settlements.letterClause')}
        help={t('settlements.letterClauseHelp')}
        maxLength={1000}
      />
    </DialogForm>
  );
}
