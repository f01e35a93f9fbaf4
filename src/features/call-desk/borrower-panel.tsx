import { Link } from 'react-router-dom';
import type { BestTime, BorrowerProfile, OtherLoan } from '../../../contract/borrower-profile.ts';
import { Due } from '../../components/due.tsx';
import { RelativeTimeText } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatClock } from '../../lib/dates.ts';
import type { Catalogue } from '../../lib/texts/catalogue.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './borrower-panel.module.css';

type Weekday = keyof Catalogue['borrower']['weekday'];

/** What calling this borrower has taught: best time, promises, languages, other loans. `pathOf` leads to another loan. */
export function BorrowerPanel({
  profile,
  pathOf,
}: {
  profile: BorrowerProfile;
  pathOf: ((loan: OtherLoan) => string) | null;
}) {
  const t = useText();
  const { promises, calls, languages, otherLoans } = profile;
  const hasPromises = promises.kept + promises.broken + promises.open > 0;
  return (
    <Panel title={t('borrower.profile')}>
      <dl className={classes.rows}>
        <div>
          <dt>{t('words.bestTime')}</dt>
          <dd>
            <BestTimeWords bestTime={profile.bestTime} />
          </dd>
        </div>
        <div>
          <dt>{t('borrower.lastReached')}</dt>
          <dd>
            {calls.lastReachedAt === null ? '–' : <RelativeTimeText value={calls.lastReachedAt} />}
            <span className={classes.small}>
              {t('borrower.ofCalls', { count: calls.total, reached: calls.reached })}
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('words.promises')}</dt>
          <dd>{hasPromises ? t('borrower.promiseCounts', promises) : t('borrower.noPromises')}</dd>
        </div>
        {languages.length > 0 && (
          <div>
            <dt>{t('borrower.languages')}</dt>
            <dd>{languages.join(', ')}</dd>
          </div>
        )}
      </dl>
      {otherLoans.length > 0 && <OtherLoans loans={otherLoans} pathOf={pathOf} />}
    </Panel>
  );
}

function hourWords(hour: number): string {
  return formatClock(`${String(hour % 24).padStart(2, '0')}:00`);
}

function BestTimeWords({ bestTime }: { bestTime: BestTime }) {
  const t = useText();
  const { best, calls } = bestTime;
  if (best === null) {
    // Six calls are where the server begins to compare.
    const isLittle = calls < 6;
    return t(isLittle ? 'borrower.noBestTime' : 'borrower.noBetterTime', { count: calls });
  }
  const hours = { from: hourWords(best.fromHour), to: hourWords(best.toHour) };
  return (
    <>
      <strong>
        {best.weekday === null
          ? t('borrower.bestAnyDay', hours)
          : t('borrower.bestOnDay', {
              ...hours,
              day: t(`borrower.weekday.${`d${best.weekday}` as Weekday}`),
            })}
      </strong>
      <span className={classes.small}>
        {t('borrower.bestFrom', { calls: best.calls, reached: best.reached, total: calls })}
      </span>
    </>
  );
}

function OtherLoans({
  loans,
  pathOf,
}: {
  loans: readonly OtherLoan[];
  pathOf: ((loan: OtherLoan) => string) | null;
}) {
  const t = useText();
  return (
    <section>
      <h3 className={classes.title}>{t('borrower.otherLoans')}</h3>
      <ul className={classes.loans}>
        {loans.map((loan) => (
          <li key={loan._id} className={classes.loan}>
            <span>
              {pathOf === null ? loan.Loan_ID : <Link to={pathOf(loan)}>{loan.Loan_ID}</Link>}
              <span className={classes.small}>
                {loan.Client_Name} · {t(`borrower.sameBy.${loan.sameBy}`)}
              </span>
            </span>
            <span>
              <Due loan={loan} />
              {loan.status !== 'ACTIVE' && (
                <StatusChip tone="quiet" label={t(`loanLife.${loan.status}`)} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
