import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { paceOf } from '../../../contract/pace.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money, TwoLines } from '../../components/figure.tsx';
import { today } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { formatPercent, percentReached } from '../../lib/percent.ts';

/** What a target is about beside its person, in words. */
export const partOf = ({ Client_Name, City, Region, Bucket, Product }: MonthTarget): string =>
  [Client_Name, City, Region, Bucket, Product].filter((each) => each !== null).join(' · ');

/** What a day has to bring, as everywhere: contract/pace.ts. `until` says for how long, where that is to be said. */
export function paceWords(
  t: TFunction,
  { amount, achieved, month }: MonthTarget,
): { pace: string; until: string | null } {
  // Of contacts or promises only: nothing was reached by it.
  if (amount === 0) return { pace: '–', until: null };
  const { left, perDay } = paceOf({
    target: amount,
    achieved: achieved.amount,
    month,
    today: today(),
  });
  if (left === 0) return { pace: t('words.targetReached'), until: null };
  return perDay === null
    ? { pace: t('targets.missed', { amount: formatRupees(left) }), until: null }
    : {
        pace: t('targets.perDay', { amount: formatRupees(perDay) }),
        until: t('targets.untilEnd'),
      };
}

const counts = (got: number | null, target: number | null) =>
  target === null ? '–' : `${formatCount(got)} / ${formatCount(target)}`;

/** What was reached of what was set: two columns in a file. */
function countsColumn(
  t: TFunction,
  key: 'loans' | 'promises' | 'contacts',
): DataColumn<MonthTarget> {
  const title = t(`targets.${key}`);
  return {
    key,
    title,
    align: 'right',
    render: (target) => counts(target.achieved[key], target[key]),
    file: [
      { of: (target) => target[key] },
      { of: ({ achieved }) => achieved[key], title: `${title}: ${t('targets.achieved')}` },
    ],
  };
}

/** The columns of a list of targets. */
export function targetColumns(t: TFunction): DataColumn<MonthTarget>[] {
  return [
    {
      key: 'owner',
      title: t('words.forWhom'),
      file: [
        { of: ({ ownerName }) => ownerName },
        { of: ({ Client_Name: client }) => client },
        { of: ({ City }) => City },
        { of: ({ Region }) => Region },
        { of: ({ Bucket }) => Bucket },
        { of: ({ Product }) => Product },
      ],
      isFixed: true,
      render: (target) => (
        <TwoLines
          first={
            target.ownerId === null ? (
              t('words.everybody')
            ) : (
              <Anchor component={Link} to={`/target/${target.ownerId}`} inherit>
                {target.ownerName}
              </Anchor>
            )
          }
          second={partOf(target) || (target.ownerRole && t(`roles.${target.ownerRole}`))}
        />
      ),
    },
    moneyColumn('amount', t('targets.amount'), (target) => target.amount, { card: 'aside' }),
    {
      key: 'achieved',
      title: t('targets.achieved'),
      align: 'right',
      render: ({ amount, achieved }) => (
        <TwoLines
          first={<Money amount={achieved.amount} />}
          second={amount > 0 && formatPercent(percentReached(achieved.amount, amount))}
        />
      ),
    },
    {
      key: 'pace',
      title: t('targets.pace'),
      // It is of the day on which it is looked at, made of what the other columns have.
      file: [],
      render: (target) => {
        const { pace, until } = paceWords(t, target);
        return until === null ? pace : t('targets.paceLine', { pace, until });
      },
    },
    countsColumn(t, 'loans'),
    countsColumn(t, 'promises'),
    countsColumn(t, 'contacts'),
    textColumn('setBy', t('words.setBy'), (row) => row.setBy, { isHiddenAtFirst: true }),
  ];
}
