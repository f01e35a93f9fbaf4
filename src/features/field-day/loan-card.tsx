import { IconClock, IconMapPin, IconPhone } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import type { LoanOutlook } from '../../../contract/recovery-model.ts';
import { bestTimeWords } from '../../components/best-time.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { Due } from '../../components/due.tsx';
import { useToday } from '../../components/figure.tsx';
import { PromiseChip } from '../../components/promise-chip.tsx';
import { SettlementChip } from '../../components/settlement-chip.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { addressLine } from '../../lib/address.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { telLink } from '../../lib/phone.ts';
import { dueState } from '../../lib/relative-time.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { CachedLoan } from '../../offline/loan-overlay.ts';
import { distanceWords } from './day-rows.ts';
import classes from './loan-card.module.css';

interface LoanCardProps {
  cached: CachedLoan;
  codeLabels: ReadonlyMap<string, string>;
  outlook: LoanOutlook | null;
  /** The list is sorted by what is expected. */
  isExpected: boolean;
}

/**
 * One loan of the day as a card: the whole card opens it, the phone button calls. The list renders at each step of a scroll,
 * its cards do not.
 */
export const LoanCard = memo(function LoanCard(props: LoanCardProps) {
  const { cached, codeLabels, outlook, isExpected } = props;
  const t = useText();
  const { loan, distanceMetres } = cached;
  const tel = telLink(loan.Mobile_Number) ?? telLink(loan.Alternate_Mobile_Number);
  const address = addressLine([loan.Address, loan.City, loan.Pincode]);
  const distance = distanceMetres === null ? null : distanceWords(distanceMetres);
  const pastDue = (loan.DPD ?? 0) > 0 ? t('fieldDay.pastDue', { count: loan.DPD ?? 0 }) : null;
  return (
    <article className={classes.card}>
      <Link to={`/field-agent/loan?id=${loan._id}`} className={classes.link}>
        <span className={classes.name}>{loan.Customer_Name}</span>
        <span className={classes.meta}>
          <span>{loan.Loan_ID}</span>
          {pastDue !== null && <span>{pastDue}</span>}
        </span>
        {address !== '' && (
          <span className={classes.address}>
            <IconMapPin size={15} stroke={1.7} aria-hidden />
            <span>{address}</span>
          </span>
        )}
      </Link>
      <div className={classes.side}>
        <Due loan={loan} />
        {distance !== null && (
          <span className={classes.distance}>
            {t(`fieldDay.${distance.key}`, { far: distance.far })}
          </span>
        )}
        {tel !== null && (
          <a
            href={tel}
            className={classes.call}
            aria-label={t('fieldDay.callName', { name: loan.Customer_Name })}
          >
            <IconPhone size={20} stroke={1.7} aria-hidden />
          </a>
        )}
      </div>
      <CardChips
        cached={cached}
        codeLabels={codeLabels}
        outlook={outlook}
        isExpected={isExpected}
      />
    </article>
  );
});

function CardChips({
  cached: { loan, isWaiting },
  codeLabels,
  outlook,
  isExpected,
}: LoanCardProps) {
  const t = useText();
  const now = useToday();
  const isBroken = loan.promiseBrokenOn != null;
  const promise =
    loan.promiseDate === null || isBroken ? null : promiseChip(t, loan.promiseDate, now);
  const last =
    loan.disposition === null
      ? null
      : dispositionWords(t, loan.disposition, codeLabels.get(loan.disposition) ?? loan.disposition);
  return (
    <div className={classes.chips}>
      {isWaiting && (
        <StatusChip
          tone="info"
          icon={<IconClock size={13} stroke={2} aria-hidden />}
          label={t('fieldDay.waiting')}
        />
      )}
      <SettlementChip loan={loan} />
      {isBroken && <PromiseChip loan={loan} />}
      {promise !== null && (
        <StatusChip
          tone={promise.tone}
          label={[
            loan.promiseAmount === null ? null : formatRupees(loan.promiseAmount),
            promise.words,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        />
      )}
      {promise === null && !isBroken && last !== null && <StatusChip tone="quiet" label={last} />}
      {loan.visitDate !== null && dueState(loan.visitDate, now).state === 'ahead' && (
        <StatusChip
          tone="quiet"
          label={t('fieldDay.visitOn', { day: formatDay(loan.visitDate) })}
        />
      )}
      <OutlookChips outlook={outlook} isExpected={isExpected} />
    </div>
  );
}

function OutlookChips({ outlook, isExpected }: Pick<LoanCardProps, 'outlook' | 'isExpected'>) {
  const t = useText();
  if (outlook === null) return null;
  const { expectedAmount, bestTime } = outlook;
  return (
    <>
      {isExpected && expectedAmount !== null && (
        <StatusChip
          tone="quiet"
          label={t('fieldDay.expected', { amount: formatRupees(expectedAmount) })}
        />
      )}
      {bestTime !== null && (
        <StatusChip
          tone="quiet"
          icon={<IconPhone size={13} stroke={2} aria-hidden />}
          label={bestTimeWords(t, bestTime)}
        />
      )}
    </>
  );
}

function promiseChip(
  t: ReturnType<typeof useText>,
  day: string,
  now: string,
): { tone: Tone; words: string } {
  const { state, days } = dueState(day, now);
  if (state === 'overdue') return { tone: 'danger', words: t('time.overdue', { count: days }) };
  if (state === 'today') return { tone: 'warn', words: t('time.dueToday') };
  return { tone: 'quiet', words: formatDay(day) };
}
