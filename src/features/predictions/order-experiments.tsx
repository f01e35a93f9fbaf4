import { Table } from '@mantine/core';
import { recoveryModelCalls as calls } from '../../../contract/recovery-model.ts';
import type { OrderExperiment } from '../../../contract/recovery-model.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { formatPercent } from '../../lib/percent.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percent } from './percent.ts';
import classes from './predictions.module.css';

/** How the order by chance does against the usual one, where a client has both; nothing where none has. */
export function OrderExperiments() {
  const t = useText();
  const found = useCallQuery(calls.listOrderExperiments, {});
  if (found.data?.data.length === 0) return null;
  return (
    <Panel title={t('recoveryModel.experimentsTitle')}>
      {found.data ? (
        found.data.data.map((each) => <Experiment key={each.clientId} of={each} />)
      ) : found.isError ? (
        <LoadProblem error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState rows={3} />
      )}
    </Panel>
  );
}

function Experiment({ of }: { of: OrderExperiment }) {
  const t = useText();
  const title = t('recoveryModel.experimentOf', {
    client: of.client,
    share: formatPercent(of.controlShare),
    day: formatDay(of.from),
  });
  const scrollable = { tabIndex: 0 };
  return (
    <section className={classes.experiment} aria-label={title}>
      <h3 className={classes.experimentTitle}>{title}</h3>
      <div className={`${classes.scroll} ${classes.inset}`} {...scrollable}>
        <Table aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('words.order')}</Table.Th>
              <Table.Th className={classes.figure}>{t('words.loans')}</Table.Th>
              <Table.Th className={classes.figure}>{t('recoveryModel.havePaid')}</Table.Th>
              <Table.Th className={classes.figure}>{t('recoveryModel.paid')}</Table.Th>
              <Table.Th className={classes.figure}>{t('recoveryModel.paidPerLoan')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Group title={t('recoveryModel.orderChance')} of={of.byChance} />
            <Group title={t('words.usualOrder')} of={of.usual} />
          </Table.Tbody>
        </Table>
      </div>
      <Outcome of={of} />
    </section>
  );
}

function Group({ title, of }: { title: string; of: OrderExperiment['usual'] }) {
  const isNone = of.loans === 0;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.stage}>
        {title}
      </Table.Th>
      <Table.Td className={classes.figure}>{formatCount(of.loans)}</Table.Td>
      <Table.Td className={classes.figure}>
        {formatCount(of.payers)}
        {!isNone && ` (${percent(of.payers / of.loans)})`}
      </Table.Td>
      <Table.Td className={classes.figure}>{formatRupees(of.paidAmount)}</Table.Td>
      <Table.Td className={classes.figure}>
        {isNone ? '–' : formatRupees(Math.round(of.paidAmount / of.loans))}
      </Table.Td>
    </Table.Tr>
  );
}

type Difference = NonNullable<OrderExperiment['payers']>;

const points = (share: number): string => `${share > 0 ? '+' : ''}${(100 * share).toFixed(1)}`;
const rupees = (amount: number): string =>
  `${Math.round(amount) > 0 ? '+' : ''}${formatRupees(Math.round(amount))}`;

/** What can be told of a difference: its interval must leave out 0. */
const toldBy = ({ low, high }: Difference) => (low > 0 ? 'better' : high < 0 ? 'worse' : 'open');

const said = (words: (value: number) => string, { value, low, high }: Difference) => ({
  value: words(value),
  low: words(low),
  high: words(high),
});

function Outcome({ of }: { of: OrderExperiment }) {
  const t = useText();
  const { payers, amount, problem } = of;
  if (payers === null || amount === null)
    return (
      <p className={classes.note}>
        {t(`recoveryModel.experimentProblems.${problem ?? 'TOO_FEW'}`)}
      </p>
    );
  return (
    <ul className={classes.outcomes}>
      <li>
        {t('recoveryModel.payerDifference', said(points, payers))}{' '}
        {t(`recoveryModel.experimentTold.${toldBy(payers)}`)}
      </li>
      <li>
        {t('recoveryModel.amountDifference', said(rupees, amount))}{' '}
        {t(`recoveryModel.experimentTold.${toldBy(amount)}`)}
      </li>
    </ul>
  );
}
