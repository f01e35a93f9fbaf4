import { Link } from 'react-router-dom';
import { NotVerified } from '../../components/due.tsx';
import { Panel } from '../../components/page.tsx';
import { SettlementChip, isBeingPaid } from '../../components/settlement-chip.tsx';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { searchLoans } from '../../offline/loan-index.ts';
import classes from './call-desk.module.css';

/** More of them than this are found in the list itself. */
const MOST = 10;

/** Of the loans on this device those whose settlement is being paid, the next day first. */
async function beingPaid() {
  const loans = (await searchLoans({})).map(({ loan }) => loan).filter(isBeingPaid);
  return loans
    .toSorted((one, other) =>
      (one.settlementDueOn ?? '').localeCompare(other.settlementDueOn ?? ''),
    )
    .slice(0, MOST);
}

/** Those settlements, read on this device. */
export const useSettlementsFirst = () =>
  useDeviceQuery({
    key: ['desk', 'settlements'],
    topics: ['loans', 'vault'],
    load: beingPaid,
  });

/** Above the loans to call: what was agreed, with the amount and day to collect. Nothing where nothing is being paid. */
export function SettlementsFirst() {
  const t = useText();
  const { data = [] } = useSettlementsFirst();
  if (data.length === 0) return null;
  return (
    <Panel title={t('fieldDay.section.settlements')}>
      <div className={classes.settlements}>
        {data.map((loan) => (
          <div key={loan._id}>
            <Link to={`/call-management?loanId=${loan._id}`}>
              {loan.Customer_Name} · {loan.Loan_ID}
            </Link>
            <NotVerified loan={loan} />
            <SettlementChip loan={loan} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
