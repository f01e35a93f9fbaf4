import type { Collected, Stock } from '../../../contract/organisation-dashboard.ts';
import { CollectedTile } from '../../components/collected-tile.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { today } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { percentOf } from '../../lib/percent.ts';
import { formatRupeesShort } from '../../lib/short-rupees.ts';
import { useText } from '../../lib/texts/texts.ts';

/** Up, down, or neither when nothing is there to compare with. */
export function trendOf(now: number, before: number): { trend?: 'up' | 'down' } {
  if (now === before) return {};
  return { trend: now > before ? 'up' : 'down' };
}

const linkTo = (to: string | undefined) => (to === undefined ? {} : { to });

/** Loans in stock and their dues. */
export function DuesTile({ stock, to, label }: { stock: Stock; to?: string; label: string }) {
  const t = useText();
  return (
    <StatTile
      label={label}
      value={formatRupeesShort(stock.all.amount)}
      comparison={t('organisation.loansAndDues', {
        count: stock.all.count,
        n: formatCount(stock.all.count),
        amount: formatRupees(stock.all.amount),
      })}
      {...linkTo(to)}
    />
  );
}

/** Loans that nobody works, as a part of the dues. */
export function NotAllocatedTile({ stock, to }: { stock: Stock; to?: string }) {
  const t = useText();
  const { count, amount } = stock.notAllocated;
  return (
    <StatTile
      label={t('words.notAllocated')}
      value={formatCount(count)}
      comparison={t('organisation.ofStock', {
        amount: formatRupeesShort(amount),
        percent: percentOf(amount, stock.all.amount),
      })}
      tone={count > 0 ? 'warn' : 'plain'}
      {...linkTo(to)}
    />
  );
}

/** A part of the loans (allocated, worked) in percent of all. */
export function ShareTile(props: { label: string; count: number; stock: Stock; to?: string }) {
  const t = useText();
  const whole = props.stock.all.count;
  return (
    <StatTile
      label={props.label}
      value={formatCount(props.count)}
      comparison={t('organisation.ofLoans', {
        percent: percentOf(props.count, whole),
        count: whole,
        n: formatCount(whole),
      })}
      {...linkTo(props.to)}
    />
  );
}

/** Collected today, beside what it was by this time a week ago. */
export function CollectedTodayTile({ collected, to }: { collected: Collected; to?: string }) {
  const t = useText();
  return (
    <CollectedTile
      label={t('words.collectedToday')}
      money={collected.ofToday}
      comparison={t('organisation.lastWeekByNow', {
        amount: formatRupees(collected.lastWeekByNow),
      })}
      {...trendOf(collected.today, collected.lastWeekByNow)}
      {...linkTo(to)}
    />
  );
}

/** The list of the promises that the tile counts. */
export const promisesTodayPath = (): string => `/promises?from=${today()}&to=${today()}`;

/** Promises due today, with their amount and the overdue ones. */
export function PromisesTile({ stock, to }: { stock: Stock; to?: string }) {
  const t = useText();
  const { promisesToday, promisesOverdue } = stock;
  return (
    <StatTile
      label={t('fieldDay.section.promisesToday')}
      value={formatCount(promisesToday.count)}
      comparison={t('organisation.promised', {
        amount: formatRupeesShort(promisesToday.amount),
        overdue: formatCount(promisesOverdue.count),
      })}
      {...linkTo(to)}
    />
  );
}
