import type { TFunction } from 'i18next';
import type { BoardBasis, BoardRow } from '../../../contract/agent-board.ts';
import { countColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { whyRanked } from '../../lib/why-ranked.ts';

/** "+₹84,000": an amount with its sign. */
const signed = (amount: number): string =>
  `${amount > 0 ? '+' : amount < 0 ? '−' : ''}${formatRupees(Math.abs(amount))}`;

/** Places gained; null: the agent was not on the board then. */
function moved(t: TFunction, movement: number | null, span: 'week' | 'month'): string {
  if (movement === null) return t(`agentBoard.fresh.${span}`);
  if (movement === 0) return t(`agentBoard.same.${span}`);
  return t(`agentBoard.${movement > 0 ? 'up' : 'down'}.${span}`, { count: Math.abs(movement) });
}

/** What came in, what was expected, and what the rank goes by. */
const moneyColumns = (t: TFunction, basis: BoardBasis): DataColumn<BoardRow>[] => [
  moneyColumn('collected', t('money.verified'), (row) => row.collected),
  moneyColumn('expected', t('agentBoard.expected'), (row) => row.expected, {
    hint: t(`agentBoard.expectedBy.${basis}`),
  }),
  {
    key: 'score',
    title: t('agentBoard.score'),
    hint: t('agentBoard.scoreHint'),
    align: 'right',
    file: [{ of: ({ score }) => score, isMoney: true }],
    render: ({ score }) => <span className="rc-figure">{signed(score)}</span>,
  },
];

/** The columns of the leadership board; `basis` is what expectations come from. */
export function boardColumns(t: TFunction, basis: BoardBasis): DataColumn<BoardRow>[] {
  return [
    textColumn('rank', t('agentBoard.rank'), ({ rank }) => `#${rank}`, {
      align: 'right',
      card: 'aside',
      file: [{ of: ({ rank }) => rank }],
    }),
    {
      key: 'agent',
      title: t('words.agent'),
      isFixed: true,
      width: '16rem',
      render: (row) => (
        <TwoLines first={row.fullName ?? t('agentBoard.hidden')} second={whyRanked(t, row)} />
      ),
    },
    ...moneyColumns(t, basis),
    {
      key: 'movement',
      title: t('agentBoard.movement'),
      width: '11rem',
      render: ({ weekMovement, monthMovement }) => (
        <TwoLines
          first={moved(t, weekMovement, 'week')}
          second={moved(t, monthMovement, 'month')}
        />
      ),
    },
    countColumn('loans', t('words.loans'), (row) => row.loanCount),
    countColumn('contacts', t('words.contacts'), (row) => row.contacts),
    textColumn(
      'kept',
      t('agentBoard.kept'),
      ({ keptPercent }) => (keptPercent === null ? '–' : formatPercent(keptPercent)),
      { align: 'right' },
    ),
    {
      key: 'breaches',
      title: t('agentBoard.breaches'),
      render: ({ breaches }) =>
        breaches > 0 ? (
          <StatusChip tone="danger" label={t('agentBoard.breachesOf', { count: breaches })} />
        ) : (
          <StatusChip tone="good" label={t('contactRules.noBreaches')} />
        ),
    },
    countColumn('disputes', t('words.disputes'), (row) => row.disputes),
    countColumn('complaints', t('agentBoard.complaints'), (row) => row.complaints),
    { key: 'manager', title: t('words.manager'), isHiddenAtFirst: true, render: managerOf },
  ];
}

const managerOf = ({ managerName }: BoardRow) => managerName ?? '–';
