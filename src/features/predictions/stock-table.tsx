import { Table } from '@mantine/core';
import type { RecoveryInsight } from '../../../contract/recovery-model.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percent } from './percent.ts';
import classes from './predictions.module.css';

type Stock = Omit<RecoveryInsight['stock'][number], 'scored'>;

interface StockTableProps<Row extends Stock> {
  title: string;
  stock: readonly Row[];
  /** What a row's figures rest on. */
  basisOf?: (row: Row) => string;
}

/** What the present stock is expected to bring, by its days past due. */
export function StockTable<Row extends Stock>({ title, stock, basisOf }: StockTableProps<Row>) {
  const t = useText();
  if (stock.length === 0) return <p className={classes.none}>{t('predictions.noStock')}</p>;
  const scrollable = { tabIndex: 0 };
  const deskFigure = `${classes.figure} ${classes.desk}`;
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('loanFields.DPD')}</Table.Th>
            <Table.Th className={deskFigure}>{t('words.loans')}</Table.Th>
            <Table.Th className={deskFigure}>{t('words.due')}</Table.Th>
            <Table.Th className={classes.figure}>{t('predictions.chance')}</Table.Th>
            <Table.Th className={classes.figure}>{t('predictions.expectedAmount')}</Table.Th>
            {basisOf && <Table.Th className={classes.desk}>{t('predictions.basis')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stock.map((row) => (
            <Table.Tr key={row.stage}>
              <Table.Th scope="row" className={classes.stage}>
                {t(`predictions.stages.${row.stage}`)}
              </Table.Th>
              <Table.Td className={deskFigure}>{formatCount(row.loans)}</Table.Td>
              <Table.Td className={deskFigure}>{formatRupees(row.dueAmount)}</Table.Td>
              <Table.Td className={classes.figure}>
                {row.chance === null ? '–' : percent(row.chance)}
              </Table.Td>
              <Table.Td className={classes.figure}>
                {formatRupees(row.expectedAmount)}
                <OfDue {...row} />
              </Table.Td>
              {basisOf && <Table.Td className={classes.desk}>{basisOf(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** On a phone, which has no column for it: the due that an expected amount is a part of. */
function OfDue({ dueAmount }: { dueAmount: number }) {
  const t = useText();
  return (
    <span className={`${classes.between} ${classes.phone}`}>
      {t('predictions.ofAmount', { amount: formatRupees(dueAmount) })}
    </span>
  );
}
