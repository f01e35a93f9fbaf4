import { Select, Table } from '@mantine/core';
import { predictionCalls, ROLLS } from '../../../contract/prediction.ts';
import type { BasicPrediction } from '../../../contract/prediction.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { StatTile, StatTiles } from '../../components/stat-tile.tsx';
import { useUrlFilters } from '../../components/use-url-filters.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { useLoanValues } from '../../data/choices.ts';
import { formatDay } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { formatRupeesShort } from '../../lib/short-rupees.ts';
import { useText } from '../../lib/texts/texts.ts';
import { Segments } from './segments.tsx';
import { StockTable } from './stock-table.tsx';
import { percent } from './percent.ts';
import classes from './predictions.module.css';

const FILTERS = { client: 'text', product: 'text' } as const;
const timeoutMs = 60_000;

/** `/Recovery`: what the stock will bring in 30 days, how loans roll from month to month, and what tells who pays. */
export function RecoveryScreen() {
  const t = useText();
  const url = useUrlFilters(FILTERS);
  const offered = useLoanValues().data;
  const { client, product } = url.values;
  const found = useCallQuery(
    predictionCalls.readBasicPrediction,
    { query: { ...(client !== null && { client }), ...(product !== null && { product }) } },
    { keepsPrevious: true, staleTime: 300_000, timeoutMs },
  );
  const choose = (key: 'client' | 'product', values: readonly string[] | undefined) => (
    <Select
      label={t(`predictions.${key}`)}
      placeholder={t('common.all')}
      data={[...(values ?? [])]}
      value={url.values[key] === '' ? null : url.values[key]}
      clearable
      searchable
      onChange={(value) => url.change({ [key]: value })}
    />
  );
  return (
    <Page>
      <PageHeader title={t('menu.basicPredictor')} subtitle={t('predictions.basicSubtitle')} />
      <div className={classes.filters}>
        {choose('client', offered?.clients)}
        {choose('product', offered?.products)}
      </div>
      {found.data ? (
        <Found prediction={found.data} />
      ) : found.isError ? (
        <LoadProblem error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LoadingState kind="record" rows={6} />
      )}
    </Page>
  );
}

function Found({ prediction }: { prediction: BasicPrediction }) {
  const t = useText();
  const { expected, months, sample, tried } = prediction;
  const due = expected.reduce((sum, { dueAmount }) => sum + dueAmount, 0);
  const loanCount = expected.reduce((sum, { loans }) => sum + loans, 0);
  const known = expected.some(({ expectedAmount }) => expectedAmount !== null);
  const amount = expected.reduce((sum, each) => sum + (each.expectedAmount ?? 0), 0);
  const [first] = months;
  const last = months.at(-1);
  return (
    <>
      <StatTiles>
        <StatTile
          label={t('words.expected30')}
          value={known ? formatRupeesShort(amount) : '–'}
          comparison={
            known && due > 0
              ? t('words.ofDue', { share: percent(amount / due) })
              : t('predictions.notKnown')
          }
        />
        <StatTile
          label={t('predictions.stock')}
          value={formatRupeesShort(due)}
          comparison={t('predictions.loanCount', { count: loanCount, n: formatCount(loanCount) })}
        />
        <StatTile
          label={t('predictions.behind')}
          value={formatCount(months.length)}
          comparison={
            first === undefined || last === undefined
              ? t('predictions.noMonths')
              : `${formatDay(first).slice(3)} – ${formatDay(last).slice(3)}`
          }
        />
      </StatTiles>
      {prediction.segments.length === 0 && (
        <Notice tone="info" title={t('predictions.tooLittle')}>
          {t('predictions.tooLittleBody')}
        </Notice>
      )}
      <Panel title={t('predictions.expectedTitle')} isFlush>
        <StockTable
          title={t('predictions.expectedTitle')}
          stock={expected}
          basisOf={({ basis }) => t(`predictions.bases.${basis}`)}
        />
        {tried && <Tried {...tried} />}
      </Panel>
      <Panel title={t('predictions.rollsTitle')} isFlush>
        <RollRates rolls={prediction.rolls} />
      </Panel>
      {prediction.segments.length > 0 && <Segments segments={prediction.segments} />}
      {sample < 1 && (
        <p className={classes.note}>{t('predictions.sampled', { share: percent(sample) })}</p>
      )}
    </>
  );
}

/** What the latest month was expected to bring, and what it brought. */
function Tried({ month, expectedAmount, paidAmount }: NonNullable<BasicPrediction['tried']>) {
  const t = useText();
  return (
    <p className={classes.tried}>
      {t('predictions.triedOn', {
        month: formatDay(month).slice(3),
        expected: formatRupees(expectedAmount),
        paid: formatRupees(paidAmount),
      })}
    </p>
  );
}

/** What became within 30 days of the loans of each stage: share, its interval, and of how many. */
function RollRates({ rolls }: { rolls: BasicPrediction['rolls'] }) {
  const t = useText();
  if (rolls.length === 0) return <p className={classes.none}>{t('predictions.noRolls')}</p>;
  const scrollable = { tabIndex: 0 };
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={t('predictions.rollsTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('predictions.atBeginning')}</Table.Th>
            <Table.Th className={classes.figure}>{t('predictions.loanMonths')}</Table.Th>
            {ROLLS.map((outcome) => (
              <Table.Th key={outcome} className={classes.figure}>
                {t(`predictions.rolls.${outcome}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rolls.map(({ stage, count, outcomes }) => (
            <Table.Tr key={stage}>
              <Table.Th scope="row" className={classes.stage}>
                {t(`predictions.stages.${stage}`)}
              </Table.Th>
              <Table.Td className={classes.figure}>{formatCount(count)}</Table.Td>
              {outcomes.map((each) => (
                <Table.Td key={each.outcome} className={classes.figure}>
                  {each.count === 0 ? '–' : percent(each.share)}
                  {each.count > 0 && (
                    <span className={classes.between}>
                      {percent(each.low)} – {percent(each.high)}
                    </span>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
