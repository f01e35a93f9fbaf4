import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { paceOf } from '../../../contract/pace.ts';
import type { MonthTarget } from '../../../contract/target.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { Money, TwoLines } from '../../components/figure.tsx';
import { today } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';

/** What a target is about beside its person, in words. */
export const partOf = ({ Client_Name, City, Region, Bucket, Product }: MonthTarget): string =>
  [Client_Name, City, Region, Bucket, Product].filter((each) => each !== null).join(' · ');

/** What a day has to bring, as everywhere: contract/pace.ts. */
export function PaceText({ target }: { target: MonthTarget }) {
  const t = useText();
  const { left, perDay } = paceOf({
    target: target.amount,
    achieved: target.achieved.amount,
    month: target.month,
    today: today(),
  });
  if (left === 0) return t('targets.reached');
  return perDay === null
    ? t('targets.missed', { amount: formatRupees(left) })
    : t('targets.perDay', { amount: formatRupees(perDay) });
}

const counts = (got: number | null, target: number | null) =>
  target === null ? null : `${formatCount(got)} / ${formatCount(target)}`;

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
      title: t('targets.who'),
      file: [{ of: ({ ownerName }) => ownerName }],
      isFixed: true,
      render: (target) => (
        <TwoLines
          first={
            target.ownerId === null ? (
              t('targets.everybody')
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
          second={amount > 0 && `${Math.floor((100 * achieved.amount) / amount)} %`}
        />
      ),
    },
    { key: 'pace', title: t('targets.pace'), render: (target) => <PaceText target={target} /> },
    countsColumn(t, 'loans'),
    countsColumn(t, 'promises'),
    countsColumn(t, 'contacts'),
    { key: 'setBy', title: t('targets.setBy'), isHiddenAtFirst: true, render: (row) => row.setBy },
  ];
}
