import { Button } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { allocationRuleCalls } from '../../../contract/allocation-rule-calls.ts';
import { kindSchema } from '../../../contract/allocation-rule.ts';
import type { AllocationRule, RuleKind } from '../../../contract/allocation-rule.ts';
import type { RuleLoan } from '../../../contract/allocation-rule-answers.ts';
import { choiceField } from '../../components/filter-control.tsx';
import { Awaited } from '../../components/loaded.tsx';
import { dueColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import type { FilterField } from '../../components/filter-control.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useRuleLoans, useRules } from './rule-queries.ts';
import { WhyDialog } from './why-dialog.tsx';

const FILTERS = { search: 'text', rule: 'text', kind: 'text', free: 'text' } as const;

/** `/allocation-rule-loans` (admin): which active loans each rule takes now, and why a loan goes where it goes. */
export function RuleLoansScreen() {
  const t = useText();
  const rules = useRules();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Page>
      <PageHeader
        title={t('allocationRules.loansTitle')}
        subtitle={t('allocationRules.loansSubtitle')}
        actions={
          <Button
            leftSection={<IconHelpCircle size={17} aria-hidden />}
            onClick={() => setAsked('')}
          >
            {t('allocationRules.whyOpen')}
          </Button>
        }
      />
      {rules.data !== undefined ? (
        <RuleLoans rules={rules.data.data} onWhy={setAsked} />
      ) : (
        <Awaited of={rules} />
      )}
      {asked !== null && <WhyDialog number={asked} onClose={() => setAsked(null)} />}
    </Page>
  );
}

/** In the address: the loans that no rule of a kind takes. */
const noRule = (kind: RuleKind) => `none-${kind}`;

/** What the address asks for: a rule in force, else none of a kind; at first the first rule. */
function chosenOf(
  values: { rule: string; kind: string },
  rules: readonly AllocationRule[],
): { choice: string; query: { ruleId?: string; kind?: RuleKind } } {
  const rule = rules.find(({ _id }) => _id === values.rule);
  if (rule) return { choice: rule._id, query: { ruleId: rule._id } };
  const [first] = rules;
  const kind =
    kindSchema.options.find((each) => noRule(each) === values.rule) ??
    kindSchema.safeParse(values.kind).data;
  if (kind === undefined && first) return { choice: first._id, query: { ruleId: first._id } };
  return { choice: noRule(kind ?? 'COLLECTOR'), query: { kind: kind ?? 'COLLECTOR' } };
}

function RuleLoans(props: { rules: AllocationRule[]; onWhy: (number: string) => void }) {
  const t = useText();
  const url = useListState(allocationRuleCalls.listRuleLoans.query, FILTERS);
  const rules = props.rules.filter(({ isActive }) => isActive);
  const { choice, query } = chosenOf(url.values, rules);
  const loans = useRuleLoans({
    ...url.asked,
    free: url.values.free === 'yes' ? 'yes' : 'no',
    ...query,
  });
  const columns = useLoanColumns();
  const shown = {
    ...url,
    read: (key: string) => (key === 'rule' ? choice : url.read(key)),
  };
  return (
    <List<RuleLoan>
      name="rule-loans"
      label={t('allocationRules.loansTitle')}
      columns={columns}
      list={loans}
      state={shown}
      fields={useRuleFilters(rules)}
      search={t('words.loanSearch')}
      rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      rowActions={actionsWith(props.onWhy)}
      empty={t('allocationRules.loansEmpty')}
      emptyFiltered={t('allocationRules.loansEmpty')}
    />
  );
}

/** The choice of a rule, or of what none takes, and of loans without anyone. */
function useRuleFilters(rules: readonly AllocationRule[]): FilterField[] {
  const t = useText();
  return [
    choiceField('rule', t('words.rule'), [
      ...rules.map(({ _id, name }, place) => ({
        value: _id,
        label: `${place + 1}. ${name}`,
      })),
      ...kindSchema.options.map((kind) => ({
        value: noRule(kind),
        label: t('allocationRules.loansNone', { kind: t(`allocationRules.kind.${kind}`) }),
      })),
    ]),
    choiceField('free', t('words.loans'), [
      { value: 'yes', label: t('allocationRules.loansFree') },
    ]),
  ];
}

const actionsWith = (onWhy: (number: string) => void) => (loan: RuleLoan) => (
  <WhyButton number={loan.Loan_ID} onWhy={onWhy} />
);

function WhyButton({ number, onWhy }: { number: string; onWhy: (number: string) => void }) {
  const t = useText();
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={t('allocationRules.whyOf', { number })}
      onClick={() => onWhy(number)}
    >
      {t('allocationRules.why')}
    </Button>
  );
}

function useLoanColumns(): DataColumn<RuleLoan>[] {
  const t = useText();
  const text = (key: 'City' | 'Pincode' | 'Product' | 'Bucket') => ({
    key,
    title: t(`loanFields.${key}`),
    render: (loan: RuleLoan) => loan[key] ?? '–',
  });
  return [
    {
      key: 'Loan_ID',
      title: t('loanFields.Loan_ID'),
      isFixed: true,
      render: (loan) => <TwoLines first={loan.Loan_ID} second={loan.Client_Name} />,
    },
    textColumn('Customer_Name', t('loanFields.Customer_Name'), (loan) => loan.Customer_Name, {
      card: 'title',
    }),
    text('City'),
    { ...text('Pincode'), isHiddenAtFirst: true },
    text('Product'),
    text('Bucket'),
    textColumn(
      'DPD',
      t('loanFields.DPD'),
      (loan) => (loan.DPD === null ? '–' : formatCount(loan.DPD)),
      { align: 'right' },
    ),
    dueColumn('Total_Due_Amount', t('loanFields.Total_Due_Amount'), { card: 'aside' }),
    textColumn('holderName', t('allocationRules.holder'), (loan) => loan.holderName ?? '–'),
  ];
}
