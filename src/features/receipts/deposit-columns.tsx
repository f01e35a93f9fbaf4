import type { TFunction } from 'i18next';
import type { Deposit } from '../../../contract/deposit.ts';
import { countColumn, dayColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import classes from './receipts.module.css';

const TONES: Readonly<Record<Deposit['state'], Tone>> = {
  OPEN: 'warn',
  VERIFIED: 'good',
  CANCELLED: 'quiet',
};

const takenOutText = (t: TFunction, out: Deposit['takenOut'][number]): string =>
  t('receipts.takenOutOf', {
    amount: formatRupees(out.amount),
    reason: out.reason,
    name: out.Taken_By,
  });

function DepositState({ deposit }: { deposit: Deposit }) {
  const t = useText();
  const { state, cancelReason, Verified_By: by } = deposit;
  const note = state === 'CANCELLED' ? cancelReason : by;
  return (
    <span className={classes.state}>
      <StatusChip tone={TONES[state]} label={t(`receipts.depositState.${state}`)} />
      {note !== null && <span className={classes.small}>{note}</span>}
      {deposit.takenOut.map((out) => (
        <span key={out.takenAt} className={classes.small}>
          {takenOutText(t, out)}
        </span>
      ))}
    </span>
  );
}

function usePlaceWords(): (deposit: Deposit) => string {
  const t = useText();
  return ({ place, reference }) =>
    [t(`receipts.placeName.${place}`), reference ?? ''].filter(Boolean).join(' · ');
}

/** Where else the slip's number stands, for who verifies the deposit; empty: nowhere. */
export function sameSlipText(t: TFunction, { sameSlip }: Deposit): string {
  if (sameSlip.length === 0) return '';
  const others = sameSlip.map(({ Agent_Name: name, amount, depositedOn }) =>
    [name ?? t('receipts.otherTeam'), formatRupees(amount), formatDay(depositedOn)].join(', '),
  );
  return t('receipts.sameSlip', { others: others.join('; ') });
}

/** The columns of the list of deposits; the agent's for those who see several. */
export function useDepositColumns(seesMany: boolean): DataColumn<Deposit>[] {
  const t = useText();
  const placeWords = usePlaceWords();
  const columns: (DataColumn<Deposit> | null)[] = [
    dayColumn('day', t('receipts.depositedOn'), (deposit) => deposit.depositedOn, {
      card: 'fact',
      isFixed: true,
    }),
    seesMany
      ? { key: 'agent', title: t('words.agent'), render: (deposit) => deposit.Agent_Name }
      : null,
    textColumn('client', t('words.client'), (deposit) => deposit.Client_Name, { card: 'title' }),
    {
      key: 'place',
      title: t('receipts.place'),
      render: (deposit) => (
        <TwoLines first={placeWords(deposit)} second={sameSlipText(t, deposit)} />
      ),
      file: [
        {
          of: ({ place }) => place,
          words: (place) => t(`receipts.placeName.${place as Deposit['place']}`),
        },
        { of: ({ reference }) => reference, title: t('receipts.slip') },
      ],
    },
    countColumn('receipts', t('receipts.all'), (deposit) => deposit.receiptCount),
    {
      key: 'state',
      title: t('words.status'),
      card: 'aside',
      render: (deposit) => <DepositState deposit={deposit} />,
      file: [
        {
          of: ({ state }) => state,
          words: (state) => t(`receipts.depositState.${state as Deposit['state']}`),
        },
        { of: ({ Verified_By: by }) => by, title: t('receipts.verifiedBy') },
        { of: ({ cancelReason }) => cancelReason, title: t('words.reason') },
        {
          of: ({ takenOutAmount }) => takenOutAmount,
          title: t('receipts.takenOut'),
          isMoney: true,
        },
      ],
    },
    moneyColumn('amount', t('words.amount'), (deposit) => deposit.amount, { card: 'aside' }),
  ];
  return columns.filter((column) => column !== null);
}
