import { Table } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { Role } from '../../../contract/roles.ts';
import { AMOUNT_MEASURES } from '../../../contract/visualization.ts';
import type {
  ChartAnswer,
  ChartKind,
  ChartQuestion,
  ChartRow,
} from '../../../contract/visualization.ts';
import { figureText } from '../../components/chart-figures.ts';
import { Chart } from '../../components/chart.tsx';
import { Shape } from '../../components/shape.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { questionWords, useSeries } from './chart-words.ts';
import { loansBehind } from './loans-behind.ts';
import classes from './visualizations.module.css';

interface AnswerProps {
  role: Role;
  question: ChartQuestion;
  kind: ChartKind;
  answer: ChartAnswer;
  height?: number;
}

/** An answer, drawn as asked; one that can't be drawn so is a table. */
export function AnswerChart(props: AnswerProps) {
  const { question, answer, height = 280 } = props;
  const t = useText();
  const { categories, series, figures } = useSeries(question, answer);
  const unit = AMOUNT_MEASURES.has(question.measure) ? 'rupees' : 'count';
  const label = questionWords(t, question);
  if (answer.rows.length === 0)
    return <p className={classes.none}>{t('visualizations.nothing')}</p>;
  const kind = drawable(props);
  if (kind === 'TABLE') return <AnswerTable {...props} />;
  if (kind === 'BAR' || kind === 'LINE') {
    const isLying = kind === 'BAR' && categories.some((name) => name.length > 9);
    return (
      <Chart
        label={label}
        categoryTitle={t(`visualizations.dimensions.${question.by}`)}
        categories={categories}
        series={series.slice(0, 12).map(({ name, values }) => ({
          name,
          values,
          look: kind === 'LINE' ? 'line' : 'bar',
        }))}
        unit={unit}
        isLying={isLying}
        height={isLying ? Math.max(height, 40 + categories.length * 30) : height}
      />
    );
  }
  return <Shape label={label} shape={kind} figures={figures} unit={unit} height={height} />;
}

function drawable({ question, kind, answer }: AnswerProps): ChartKind {
  if ((kind === 'HEAT' || kind === 'SANKEY') && question.and === null) return 'BAR';
  if (kind === 'MAP' && answer.rows.every(({ latitude }) => latitude === null)) return 'BAR';
  return kind;
}

/** The first row of each category, in the order of the categories. */
function rowsOf(answer: ChartAnswer): (ChartRow | undefined)[] {
  const found = new Map<string, ChartRow>();
  for (const row of answer.rows) {
    const key = `${row.isRest} ${row.byId ?? row.by}`;
    if (!found.has(key)) found.set(key, row);
  }
  return [...found.values()];
}

/** Every figure in a table; a row leads to its loans where a list can show them. */
function AnswerTable({ role, question, answer }: AnswerProps) {
  const t = useText();
  const { categories, series } = useSeries(question, answer);
  const unit = AMOUNT_MEASURES.has(question.measure) ? 'rupees' : 'count';
  const rows = categories.map((name, at) => ({ key: `${at} ${name}`, name, at }));
  const scrollable = { tabIndex: 0 };
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={questionWords(t, question)} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`visualizations.dimensions.${question.by}`)}</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name} className={classes.figure}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, name, at }) => {
            const to = loansBehind(role, question, rowsOf(answer)[at]);
            return (
              <Table.Tr key={key}>
                <Table.Th scope="row">{to === null ? name : <Link to={to}>{name}</Link>}</Table.Th>
                {series.map((each) => (
                  <Table.Td key={each.name} className={classes.figure}>
                    {figureText(unit, each.values[at])}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}
