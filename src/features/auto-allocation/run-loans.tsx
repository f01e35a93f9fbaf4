import { Select } from '@mantine/core';
import type {
  AllocationRunDetail,
  RunAgent,
  RunLoan,
  RunReason,
} from '../../../contract/allocation-run.ts';
import { dueColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { choices } from '../../components/filter-control.tsx';
import { useOwnPage } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { isAtWork, useRunLoans } from './allocation-queries.ts';
import type { LoanChoice } from './run-plan.tsx';
import { reasonKey } from './run-words.ts';
import classes from './auto-allocation.module.css';

interface RunLoansProps {
  run: AllocationRunDetail;
  /** The plan's people, those of one name told apart, and those who get or give up loans. */
  agents: readonly RunAgent[];
  moving: readonly RunAgent[];
  choice: LoanChoice;
  onChoice: (choice: LoanChoice) => void;
}

/** The loans of a plan, of everybody or of one person, for any reason or for one. */
export function RunLoans({ run, agents, moving, choice, onChoice }: RunLoansProps) {
  const t = useText();
  const state = useOwnPage();
  const loans = useRunLoans(run, state.page, choice);
  const columns = useLoanColumns(agents);
  const choose = (change: Partial<LoanChoice>) => {
    state.setPage(1);
    onChoice({ ...choice, ...change });
  };
  if (isAtWork(run)) return null;
  return (
    <section className={classes.section} aria-label={t('autoAllocation.loansOfPlan')}>
      <h2 className="rc-title">{t('autoAllocation.loansOfPlan')}</h2>
      <div className={classes.filters}>
        <Select
          aria-label={t('words.person')}
          placeholder={t('words.everybody')}
          data={moving.map(({ _id, fullName }) => ({ value: _id, label: fullName }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common.clear') }}
          value={choice.assigneeId}
          onChange={(assigneeId) => choose({ assigneeId })}
        />
        <ReasonSelect run={run} value={choice.reason} onChange={(reason) => choose({ reason })} />
      </div>
      <List<RunLoan>
        name="run-loans"
        label={t('autoAllocation.loansOfPlan')}
        columns={columns}
        list={loans}
        state={state}
        rowLabel={(loan) => `${loan.Customer_Name}, ${loan.Loan_ID}`}
      />
    </section>
  );
}

function ReasonSelect(props: {
  run: AllocationRunDetail;
  value: RunReason | null;
  onChange: (reason: RunReason | null) => void;
}) {
  const t = useText();
  const { summary } = props.run;
  const hasRules = summary?.rules.some((rule) => rule._id !== null && rule.loans > 0) === true;
  const reasons: RunReason[] = [
    ...(summary?.given ?? []).map(({ reason }) => reason),
    ...(summary?.left ?? []).map(({ reason }) => reason),
    ...(props.run.changedLoans > 0 ? (['CHANGED', 'GONE'] as const) : []),
    ...(props.run.keptLoans > 0 ? (['KEPT'] as const) : []),
  ].filter((reason) => reason !== 'RULE' || hasRules);
  return (
    <Select
      aria-label={t('words.why')}
      placeholder={t('autoAllocation.anyReason')}
      data={choices(reasons, (reason) => t(reasonKey(reason)))}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      value={props.value}
      onChange={(chosen) => props.onChange(reasons.find((reason) => reason === chosen) ?? null)}
    />
  );
}

function useLoanColumns(agents: readonly RunAgent[]): DataColumn<RunLoan>[] {
  const t = useText();
  const names = new Map(agents.map(({ _id, fullName }) => [_id, fullName]));
  const nameOf = ({ assigneeId, assigneeName }: RunLoan) =>
    (assigneeId !== null && names.get(assigneeId)) || assigneeName;
  return [
    textColumn('Customer_Name', t('loanFields.Customer_Name'), (loan) => loan.Customer_Name, {
      isFixed: true,
    }),
    textColumn('Loan_ID', t('loanFields.Loan_ID'), (loan) => loan.Loan_ID),
    textColumn('Client_Name', t('loanFields.Client_Name'), (loan) => loan.Client_Name),
    textColumn('City', t('loanFields.City'), (loan) => loan.City),
    textColumn('Pincode', t('loanFields.Pincode'), (loan) => loan.Pincode, {
      isHiddenAtFirst: true,
    }),
    textColumn('Bucket', t('loanFields.Bucket'), (loan) => loan.Bucket),
    dueColumn('Total_Due_Amount', t('loanFields.Total_Due_Amount'), { card: 'aside' }),
    textColumn(
      'assigneeName',
      t('words.person'),
      (loan) => nameOf(loan) ?? t('autoAllocation.nobodyGets'),
    ),
    textColumn(
      'reason',
      t('words.why'),
      (loan) => [t(reasonKey(loan.reason)), loan.ruleName].filter(Boolean).join(' · '),
      { card: 'line' },
    ),
  ];
}
