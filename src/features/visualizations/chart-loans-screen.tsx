import { useMemo } from 'react';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import { AMOUNT_MEASURES, isOfStock } from '../../../contract/visualization.ts';
import type { ChartLoan } from '../../../contract/visualization-calls.ts';
import type { ChartMeasure } from '../../../contract/visualization.ts';
import { figureText } from '../../components/chart-figures.ts';
import { countColumn, moneyColumn, textColumn } from '../../components/columns.tsx';
import type { DataColumn } from '../../components/data-table-column.ts';
import { TwoLines } from '../../components/figure.tsx';
import { useListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { Page, PageHeader } from '../../components/page.tsx';
import { NotHere } from '../../components/not-here.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { questionWords, useValueWords } from './chart-words.ts';
import { loanPathOf } from './loan-paths.ts';
import classes from './visualizations.module.css';

const call = visualizationCalls.listChartLoans;

/** What the address says of the question. */
const ASKED = {
  measure: 'text',
  by: 'text',
  range: 'text',
  clients: 'list',
  buckets: 'list',
  products: 'list',
  of: 'text',
} as const;

/** `/data-visualization/loans`: the loans behind a row of a chart, each with its part of the figure. */
export function ChartLoansScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const state = useListState(call.query, ASKED);
  const asked = call.query.safeParse(state.asked);
  return asked.success ? (
    <Loans user={user} state={state} asked={asked.data} />
  ) : (
    <Page>
      <PageHeader title={t('visualizations.loansBehind')} />
      <NotHere title={t('visualizations.gone')} body={t('visualizations.behindGone')} />
    </Page>
  );
}

type Asked = ReturnType<typeof call.query.parse>;

function Loans(props: {
  user: LoggedInUser;
  state: ReturnType<typeof useListState<typeof ASKED, typeof call.query>>;
  asked: Asked;
}) {
  const { user, state, asked } = props;
  const { measure, by, range } = asked;
  const t = useText();
  const words = useValueWords();
  const loans = useCallQuery(call, { query: state.asked }, { keepsPrevious: true });
  const columns = useColumns(measure);
  const { data } = loans;
  const path = loanPathOf(user.role);
  const days = isOfStock(measure) ? t('visualizations.now') : t(`visualizations.ranges.${range}`);
  const title = questionWords(t, { measure, by, and: null });
  const unit = AMOUNT_MEASURES.has(measure) ? 'rupees' : 'count';
  return (
    <Page>
      <PageHeader
        title={t('visualizations.loansBehind')}
        subtitle={data === undefined ? title : `${title}: ${words(by, data.name)} · ${days}`}
      />
      <List<ChartLoan>
        name="chart-loans"
        label={t('visualizations.loansBehind')}
        list={loans}
        // What is asked stands in the title, not in a filter bar.
        state={{
          page: state.page,
          setPage: state.setPage,
          pageSize: state.pageSize,
        }}
        columns={columns}
        rowLabel={(loan) => loan.Customer_Name}
        {...(path !== null && { rowHref: path })}
        empty={t('visualizations.noneBehind')}
      >
        {data !== undefined && (
          <p className={classes.total}>
            {t('visualizations.figureOf', {
              name: t(`visualizations.measures.${measure}`),
              figure: figureText(unit, data.figure),
            })}
            {data.unlisted > 0 && (
              <span className={classes.was}>
                {t('visualizations.unlisted', { count: data.unlisted })}
              </span>
            )}
          </p>
        )}
      </List>
    </Page>
  );
}

function useColumns(measure: ChartMeasure): DataColumn<ChartLoan>[] {
  const t = useText();
  return useMemo(() => {
    const due = moneyColumn<ChartLoan>(
      'Total_Due_Amount',
      t('loanFields.Total_Due_Amount'),
      (loan) => loan.Total_Due_Amount,
      { card: 'fact' },
    );
    const figure = AMOUNT_MEASURES.has(measure) ? moneyColumn<ChartLoan> : countColumn<ChartLoan>;
    const part = figure('figure', t(`visualizations.measures.${measure}`), (loan) => loan.figure, {
      card: 'aside',
    });
    return [
      {
        key: 'Customer_Name',
        title: t('loanFields.Customer_Name'),
        isFixed: true,
        render: (loan) => <TwoLines first={loan.Customer_Name} second={loan.Loan_ID} />,
      },
      // The due of the stock is the figure itself, and each loan counts once.
      ...(isOfStock(measure) ? [] : [part]),
      due,
      textColumn('Client_Name', t('loanFields.Client_Name'), (loan) => loan.Client_Name),
      textColumn('Bucket', t('loanFields.Bucket'), (loan) => loan.Bucket ?? '–'),
      textColumn('City', t('loanFields.City'), (loan) => loan.City ?? '–'),
    ];
  }, [measure, t]);
}
