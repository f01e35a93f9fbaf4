import { useState } from 'react';
import type { TeamMember } from '../../../contract/staff-dashboard.ts';
import { countColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import { DataTable } from '../../components/data-table.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { RelativeTimeText, TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { pathWith } from '../../components/loan-link.ts';
import classes from './staff-dashboards.module.css';

const PAGE_SIZE = 10;

/** The team's day: who is there, what each did; a person leads to its dashboard. */
export function TeamPanel({ team }: { team: readonly TeamMember[] | undefined }) {
  const t = useText();
  const columns = useTeamColumns();
  const [page, setPage] = useState(1);
  return (
    <section aria-label={t('words.team')}>
      <h2 className={classes.heading}>{t('words.team')}</h2>
      <DataTable<TeamMember>
        name="team-day"
        label={t('words.team')}
        columns={columns}
        rows={team?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={(member) => member._id}
        rowLabel={(member) => member.fullName}
        rowHref={(member) => pathWith('/home', { collectorId: member._id })}
        totalCount={team?.length ?? 0}
        page={page}
        onPage={setPage}
        pageSize={PAGE_SIZE}
        hasColumnChooser={false}
        empty={t('staffBoards.noTeam')}
      />
    </section>
  );
}

function useTeamColumns(): DataColumn<TeamMember>[] {
  const t = useText();
  return [
    {
      key: 'fullName',
      title: t('words.name'),
      isFixed: true,
      render: (member) => <MemberName member={member} />,
    },
    {
      key: 'state',
      card: 'line',
      title: t('words.status'),
      render: (each) => <MemberState member={each} />,
    },
    countColumn('calls', t('words.calls'), (each) => each.calls),
    countColumn('visits', t('words.visits'), (each) => each.visits),
    textColumn(
      'promises',
      t('words.promises'),
      (each) => `${formatCount(each.promiseCount)} · ${formatRupees(each.promiseAmount)}`,
      { align: 'right' },
    ),
    moneyColumn('collected', t('money.collected'), (each) => each.collected, { card: 'aside' }),
    moneyColumn('verified', t('money.verified'), (each) => each.verified),
    moneyColumn('receipted', t('money.receipted'), (each) => each.receipted),
    moneyColumn('claimed', t('money.claimed'), (each) => each.claimed),
    countColumn('loans', t('words.loans'), (each) => each.loanCount),
  ];
}

function MemberName({ member }: { member: TeamMember }) {
  const t = useText();
  return <TwoLines first={member.fullName} second={t(`roles.${member.role}`)} />;
}

/** Break, logged in, or since when not: a word and an icon each. */
function MemberState({ member }: { member: TeamMember }) {
  const t = useText();
  if (member.breakReason !== null) {
    const reason = breakWords(t('staffBoards.breakReason', { returnObjects: true }), member);
    return (
      <span className={classes.state}>
        <StatusChip tone="warn" label={t('staffBoards.onBreak', { reason })} />
        {member.breakSince !== null && (
          <span className={classes.quiet}>
            <RelativeTimeText value={member.breakSince} />
          </span>
        )}
      </span>
    );
  }
  if (member.isLoggedIn) return <StatusChip tone="good" label={t('staffBoards.working')} />;
  return (
    <span className={classes.state}>
      <StatusChip tone="quiet" label={t('dialer.states.LOGGED_OUT')} />
      {member.lastSeenAt !== null && (
        <span className={classes.quiet}>
          {t('staffBoards.seen')} <RelativeTimeText value={member.lastSeenAt} />
        </span>
      )}
    </span>
  );
}

/** A break reason's words; one that the catalogue does not know as it is. */
function breakWords(words: Readonly<Record<string, string>>, { breakReason }: TeamMember): string {
  return words[breakReason ?? ''] ?? breakReason ?? '';
}
