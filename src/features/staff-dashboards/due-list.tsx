import { Button, Kbd } from '@mantine/core';
import { IconPhoneCall } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { CallAnswer } from '../../../contract/call.ts';
import type { ScheduledCase, staffDashboardCalls } from '../../../contract/staff-dashboard.ts';
import { DueChip, Money, RelativeTimeText } from '../../components/figure.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { usePhone } from '../../components/use-phone.ts';
import { formatClock, instantOf } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { dueState } from '../../lib/relative-time.ts';
import { useText } from '../../lib/texts/texts.ts';
import { callPath, caseKey } from './board-paths.ts';
import classes from './staff-dashboards.module.css';

type Due = CallAnswer<typeof staffDashboardCalls.listScheduledCasesAll>;

/** Overdue cases shown before "show all": the day's own come next. */
const FEW = 5;

/** What is due by today: the overdue, then today's in order of time; each leads to its call. */
export function DueList({ due }: { due: Due }) {
  const t = useText();
  const isPhone = usePhone();
  useFirstCallKey(due.overdue[0] ?? due.today[0]);
  const isEmpty = due.overdue.length + due.today.length === 0;
  return (
    <Panel
      title={t('staffBoards.firstThing')}
      isFlush
      actions={!isPhone && !isEmpty && <KeyHint />}
    >
      {isEmpty ? (
        <EmptyState
          title={t('staffBoards.nothingDue')}
          body={t('staffBoards.nothingDueBody')}
          action={
            <Button component={Link} to="/active-loans">
              {t('words.activeLoans')}
            </Button>
          }
        />
      ) : (
        <>
          <DuePart
            title={t('staffBoards.overdue')}
            cases={due.overdue}
            count={due.overdueCount}
            shown={FEW}
          />
          <DuePart
            title={t('staffBoards.today')}
            cases={due.today}
            count={due.todayCount}
            shown={4 * FEW}
          />
        </>
      )}
    </Panel>
  );
}

function KeyHint() {
  const t = useText();
  return (
    <span className="rc-quiet-small">
      {t('staffBoards.firstThingHint')} <Kbd size="xs">C</Kbd>
    </span>
  );
}

/** The key C opens the call of the first case, unless something is being typed. */
function useFirstCallKey(first: ScheduledCase | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (first === undefined) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (event.key.toLowerCase() === 'c' && isPlain && !isTyping) void navigate(callPath(first));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [first, navigate]);
}

function DuePart(props: {
  title: string;
  cases: readonly ScheduledCase[];
  count: number;
  shown: number;
}) {
  const { title, cases, count, shown } = props;
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  if (cases.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={classes.part}>
        {title} <span className={classes.quiet}>{count}</span>
      </h3>
      <ul className={classes.list}>
        {(isWhole ? cases : cases.slice(0, shown)).map((each) => (
          <li key={caseKey(each)}>
            <DueRow due={each} />
          </li>
        ))}
      </ul>
      {!isWhole && cases.length > shown && (
        <Button
          variant="subtle"
          fullWidth
          className={classes.showAll}
          onClick={() => setWhole(true)}
        >
          {t('staffBoards.showAllDue', { count: cases.length })}
        </Button>
      )}
    </section>
  );
}

/** A case in a list of what is due; the whole row leads to its call. */
export function DueRow({ due }: { due: ScheduledCase }) {
  const t = useText();
  return (
    <Link
      className={classes.row}
      to={callPath(due)}
      aria-label={t('staffBoards.callNow', { name: `${due.Customer_Name}, ${due.Loan_ID}` })}
    >
      <span className={classes.when}>
        <strong>{due.time === null ? t('staffBoards.anyTime') : formatClock(due.time)}</strong>
        <span className={classes.quiet} data-state={dueState(due.date).state}>
          <DueWhen due={due} />
        </span>
      </span>
      <span className={classes.who}>
        <strong>{due.Customer_Name}</strong>
        <span className={classes.quiet}>{[due.Loan_ID, due.Client_Name].join(' · ')}</span>
        {due.remarks !== null && <span className="rc-ellipsis rc-quiet-small">{due.remarks}</span>}
      </span>
      <span className={classes.what}>
        {due.kind === 'PTP' ? (
          <strong>
            <Money amount={due.promiseAmount} />
          </strong>
        ) : (
          <StatusChip tone="info" label={t('staffBoards.callback')} />
        )}
        <span className={classes.quiet}>
          {t('staffBoards.owes', { amount: formatRupees(due.Total_Due_Amount) })}
          {(due.Unverified_Amount ?? 0) > 0 &&
            ` · ${t('common.notVerified', { amount: formatRupees(due.Unverified_Amount) })}`}
        </span>
      </span>
      <IconPhoneCall className={classes.call} size={22} stroke={1.7} aria-hidden />
    </Link>
  );
}

/** "in 20 min" of a time agreed for today; the day where it is another, or no time was agreed. */
function DueWhen({ due }: { due: Pick<ScheduledCase, 'date' | 'time'> }) {
  if (due.time === null) return <DueChip day={due.date} />;
  return <RelativeTimeText value={instantOf(due.date, due.time)} />;
}
