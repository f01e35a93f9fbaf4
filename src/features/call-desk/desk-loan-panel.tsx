import type { LoanDetail } from '../../../contract/loan.ts';
import type { Role } from '../../../contract/roles.ts';
import { Due } from '../../components/due.tsx';
import type { Fact } from '../../components/facts.tsx';
import { Panel } from '../../components/page.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { SettlementLine } from '../../components/settlement-line.tsx';
import { addressLine } from '../../lib/address.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { formatPhone } from '../../lib/phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './call-desk.module.css';

/** Left column: who owes how much, and what is known of the loan; `reader` null: it is not the reader's to settle. */
export function DeskLoanPanel({ loan, reader }: { loan: LoanDetail; reader: Role | null }) {
  const t = useText();
  const groups = useFactGroups(loan);
  return (
    <Panel>
      <div className={classes.owed}>
        <span className={classes.quiet}>{t('loanFields.Total_Due_Amount')}</span>
        <Due loan={loan} size="large" />
        <span className={classes.owedMore}>
          {loan.DPD !== null && `${loan.DPD} ${t('loanFields.DPD').toLowerCase()}`}
          {loan.promiseDate !== null && (
            <span className={classes.promise}>
              {loan.promiseBrokenOn == null && t('callDesk.promise')}
              <PromiseChip loan={loan} />
            </span>
          )}
        </span>
      </div>
      <SettlementLine loan={loan} reader={reader} />
      {groups.map((group) => (
        <FactRows key={group.title} {...group} />
      ))}
    </Panel>
  );
}

/** Facts as rows, label left and value right: the narrow column stays short. */
function FactRows({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section>
      <h2 className={classes.factsTitle}>{title}</h2>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useFactGroups(loan: LoanDetail): { title: string; facts: Fact[] }[] {
  const t = useText();
  const address = addressLine([loan.Address, loan.City, loan.State, loan.Pincode]);
  const others = Object.entries(loan.otherColumns).map(([label, value]) => ({ label, value }));
  const groups = [
    {
      title: t('words.borrower'),
      facts: [
        { label: t('loanFields.Mobile_Number'), value: formatPhone(loan.Mobile_Number) },
        {
          label: t('loanFields.Alternate_Mobile_Number'),
          value: formatPhone(loan.Alternate_Mobile_Number),
        },
        { label: t('loanFields.Address'), value: address === '' ? null : address },
      ],
    },
    {
      title: t('words.loan'),
      facts: [
        { label: t('loanFields.Product'), value: loan.Product },
        { label: t('loanFields.Bucket'), value: loan.Bucket },
        {
          label: t('loanFields.Principal_Outstanding'),
          value: formatRupees(loan.Principal_Outstanding),
        },
        { label: t('loanFields.EMI_Amount'), value: formatRupees(loan.EMI_Amount) },
        { label: t('loanFields.Due_Date'), value: formatDay(loan.Due_Date) },
        { label: t('loanFields.Last_Payment_Date'), value: formatDay(loan.Last_Payment_Date) },
        {
          label: t('loanFields.Last_Payment_Amount'),
          value: formatRupees(loan.Last_Payment_Amount),
        },
        { label: t('loanFields.fieldAgentName'), value: loan.fieldAgentName },
      ],
    },
    { title: t('fieldLoan.group.lender'), facts: others },
  ];
  return groups.filter((group) => group.facts.length > 0);
}
