import { Table } from '@mantine/core';
import type { ModelCard, RecoveryInsight } from '../../../contract/recovery-model.ts';
import { Chart } from '../../components/chart.tsx';
import { Panel } from '../../components/page.tsx';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { percent } from './percent.ts';
import classes from './predictions.module.css';

type Drift = NonNullable<RecoveryInsight['scoring']>['drift'];

const MOST_SIGNS = 8;

/** A table with a heading for each column: the first tells the row, the others figures. */
function FigureTable(props: {
  label: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly string[] }[];
}) {
  const { label, heads, rows } = props;
  const scrollable = { tabIndex: 0 };
  return (
    <div className={`${classes.scroll} ${classes.inset}`} {...scrollable}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, at) => (
              <Table.Th key={head} className={at === 0 ? classes.stage : classes.figure}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, cells: [first, ...figures] }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.stage}>
                {first}
              </Table.Th>
              {figures.map((figure, at) => (
                <Table.Td key={heads[at + 1]} className={classes.figure}>
                  {figure}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const decimals = (value: number | null, digits = 3): string =>
  value === null ? '–' : value.toFixed(digits);
const share = (value: number | null): string => (value === null ? '–' : percent(value));

/** What is known of a model: what it learned from, how good it is, what its chances come from. */
export function ModelCardPanels(props: { version: number; card: ModelCard; drift: Drift }) {
  const { version, card, drift } = props;
  return (
    <>
      <About version={version} card={card} />
      <div className={classes.segments}>
        <Reliability card={card} />
        <Signs card={card} drift={drift} />
      </div>
      <Stages card={card} />
      <Captured card={card} />
      {card.groups.length > 0 && <Groups card={card} />}
    </>
  );
}

function About({ version, card }: { version: number; card: ModelCard }) {
  const t = useText();
  const columns = [card.model, card.basic, ...(card.champion ? [card.champion] : [])];
  const heads = [
    t('recoveryModel.figure'),
    t('recoveryModel.thisModel'),
    t('recoveryModel.basicModel'),
    ...(card.champion ? [t('recoveryModel.champion')] : []),
  ];
  const rows = [
    { key: 'auc', cells: columns.map(({ auc }) => decimals(auc)) },
    { key: 'ks', cells: columns.map(({ ks }) => decimals(ks)) },
    { key: 'brier', cells: columns.map(({ brier }) => decimals(brier, 4)) },
    { key: 'calibrationError', cells: columns.map((each) => share(each.calibrationError)) },
  ] as const;
  return (
    <Panel title={t('recoveryModel.card', { version: String(version) })}>
      <p className={classes.note}>
        {t('recoveryModel.window', {
          from: formatDay(card.learnedFrom[0] ?? null),
          to: formatDay(card.learnedFrom.at(-1) ?? null),
          calibrated: formatDay(card.calibratedOn),
          tried: formatDay(card.triedOn),
        })}{' '}
        {t('recoveryModel.counts', {
          learned: card.learned,
          payers: card.learnedPayers,
          tried: card.tried,
          triedPayers: card.triedPayers,
          trees: card.trees,
          seconds: String(card.seconds),
        })}{' '}
        {card.sample < 1 && t('recoveryModel.sampled', { share: percent(card.sample) })}
      </p>
      {card.suspected.length > 0 && (
        <p className={classes.note}>
          {t('recoveryModel.suspected', {
            signs: card.suspected.map((sign) => t(`recoveryModel.signs.${sign}`)).join(', '),
          })}
        </p>
      )}
      <FigureTable
        label={t('recoveryModel.figuresTitle')}
        heads={heads}
        rows={rows.map(({ key, cells }) => ({ key, cells: [t(`recoveryModel.${key}`), ...cells] }))}
      />
      <p className={classes.note}>
        {t('recoveryModel.amounts', {
          month: formatDay(card.triedOn).slice(3),
          expected: formatRupees(card.expectedAmount),
          paid: formatRupees(card.paidAmount),
        })}
      </p>
    </Panel>
  );
}

const inPercent = (value: number): number => Math.round(value * 1000) / 10;

function Reliability({ card }: { card: ModelCard }) {
  const t = useText();
  return (
    <Panel title={t('recoveryModel.reliabilityTitle')}>
      <Chart
        label={t('recoveryModel.reliabilityTitle')}
        categoryTitle={t('recoveryModel.tenth')}
        valueTitle={t('recoveryModel.payingLoans')}
        categories={card.reliability.map((_, at) => String(at + 1))}
        series={[
          {
            name: t('recoveryModel.said'),
            values: card.reliability.map(({ expected }) => inPercent(expected)),
            look: 'line',
            tone: 'info',
          },
          {
            name: t('recoveryModel.came'),
            values: card.reliability.map(({ paid }) => inPercent(paid)),
            tone: 'accent',
          },
        ]}
      />
    </Panel>
  );
}

function Signs({ card, drift }: { card: ModelCard; drift: Drift }) {
  const t = useText();
  const psi = new Map(drift.map((each) => [each.sign, each.psi]));
  const hasDrift = drift.length > 0;
  return (
    <Panel title={t('recoveryModel.signsTitle')}>
      <ul className="rc-plain-list">
        {card.signs.slice(0, MOST_SIGNS).map((each) => (
          <li key={each.sign} className={classes.reason}>
            <span>{t(`recoveryModel.signs.${each.sign}`)}</span>
            <span className={classes.weight}>
              {percent(each.share)}
              {hasDrift && ` · PSI ${(psi.get(each.sign) ?? 0).toFixed(2)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Stages({ card }: { card: ModelCard }) {
  const t = useText();
  return (
    <Panel title={t('recoveryModel.stagesTitle')}>
      <FigureTable
        label={t('recoveryModel.stagesTitle')}
        heads={[
          t('loanFields.DPD'),
          t('recoveryModel.said'),
          t('recoveryModel.came'),
          t('recoveryModel.auc'),
          t('recoveryModel.brier'),
          t('words.loans'),
        ]}
        rows={card.stages.map((each) => ({
          key: each.stage,
          cells: [
            t(`predictions.stages.${each.stage}`),
            share(each.expected ?? null),
            share(each.paid ?? null),
            decimals(each.auc),
            decimals(each.brier),
            formatCount(each.loans),
          ],
        }))}
      />
    </Panel>
  );
}

function Captured({ card }: { card: ModelCard }) {
  const t = useText();
  return (
    <Panel title={t('recoveryModel.capturedTitle')}>
      <p className={classes.note}>{t('recoveryModel.capturedBody')}</p>
      <FigureTable
        label={t('recoveryModel.capturedTitle')}
        heads={[
          t('loanFields.DPD'),
          t('recoveryModel.byModel'),
          t('recoveryModel.basicModel'),
          t('recoveryModel.byPresent'),
          t('words.loans'),
          t('recoveryModel.paid'),
        ]}
        rows={card.captured.map((each) => ({
          key: each.stage ?? 'all',
          cells: [
            each.stage === null ? t('common.all') : t(`predictions.stages.${each.stage}`),
            share(each.model),
            share(each.basic),
            share(each.present),
            formatCount(each.loans),
            formatRupees(each.paidAmount),
          ],
        }))}
      />
    </Panel>
  );
}

function Groups({ card }: { card: ModelCard }) {
  const t = useText();
  return (
    <Panel title={t('recoveryModel.groupsTitle')}>
      <p className={classes.note}>{t('recoveryModel.groupsBody')}</p>
      <FigureTable
        label={t('recoveryModel.groupsTitle')}
        heads={[
          t('recoveryModel.group'),
          t('recoveryModel.said'),
          t('recoveryModel.came'),
          t('recoveryModel.auc'),
          t('words.loans'),
        ]}
        rows={card.groups.map((each) => ({
          key: `${each.client} ${each.group}`,
          cells: [
            `${each.client}: ${each.group}`,
            percent(each.expected),
            percent(each.paid),
            decimals(each.auc),
            formatCount(each.loans),
          ],
        }))}
      />
    </Panel>
  );
}
