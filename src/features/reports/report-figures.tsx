import { Select, Switch, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import type { Measure } from '../../../contract/report-columns.ts';
import { groupWord } from '../../../contract/report-names.ts';
import type { ReportGroup } from '../../../contract/report-names.ts';
import type { ReportAnswer } from '../../../contract/report-engine.ts';
import type { DataColumn } from '../../components/data-table-column.ts';
import type { ListAnswer, ListState } from '../../components/list-state.ts';
import { List } from '../../components/list.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { matterOf } from './report-matter.ts';
import { groupText, ratioText, sumText } from './report-value.ts';
import classes from './reports.module.css';

/** One figure of one group, whose rows are asked for; without a group: of the total. */
export interface OpenedFigure {
  readonly measure: Measure;
  readonly by: ReportGroup;
  readonly group: string | null;
  readonly label: string;
}

type Line = ReportAnswer['data'][number] & { readonly isTotal: boolean };

/** A phone's card has the three figures that matter. */
const ON_CARDS = 3;
const onCards = (answer: ReportAnswer): ReadonlySet<Measure> =>
  new Set(
    matterOf(answer)
      .slice(0, ON_CARDS)
      .map(({ measure }) => measure),
  );

interface FiguresProps {
  name: string;
  label: string;
  /** The columns of the last answer stay while the next is on its way. */
  answer: ReportAnswer | undefined;
  list: Omit<ListAnswer<never>, 'data'>;
  state: ListState;
  onOpen: (figure: OpenedFigure) => void;
}

function useColumns(answer: ReportAnswer | undefined, onOpen: FiguresProps['onOpen']) {
  const t = useText();
  return useMemo((): DataColumn<Line>[] => {
    if (answer === undefined) return [];
    const { by, measures, ratios, totals } = answer;
    const matters = onCards(answer);
    const labelOf = (line: Line) => (line.isTotal ? t('words.total') : groupText(t, answer, line));
    const figure = (measure: Measure, at: number): DataColumn<Line> => ({
      key: measure,
      title: t(`reportWords.measure.${measure}`),
      hint: t(`reportWords.says.${measure}`),
      align: 'right',
      card: matters.has(measure) ? 'fact' : 'hidden',
      render: (line) => (
        <FigureButton
          measure={measure}
          sum={line.sums[at] ?? null}
          isTotal={line.isTotal}
          label={t('reportWords.openRows', {
            figure: t(`reportWords.measure.${measure}`),
            group: labelOf(line),
          })}
          onOpen={() =>
            onOpen({ measure, by, group: line.isTotal ? null : line.group, label: labelOf(line) })
          }
        />
      ),
    });
    const seen = measures.map((measure, at) => ({ measure, at }));
    return [
      {
        key: 'group',
        title: t(`reportWords.group.${groupWord(answer.report, by)}`),
        isFixed: true,
        render: (line) =>
          line.isTotal ? (
            <strong>{labelOf(line)}</strong>
          ) : (
            <span className="rc-one-line">{labelOf(line)}</span>
          ),
      },
      // A measure that the reader does not see is null in every line.
      ...seen.filter(({ at }) => totals[at] !== null).map(({ measure, at }) => figure(measure, at)),
      ...ratios.map((ratio): DataColumn<Line> => ({
        key: ratio,
        title: t(`reportWords.ratio.${ratio}`),
        hint: t(`reportWords.ratioSays.${ratio}`),
        align: 'right',
        card: 'hidden',
        render: (line) => ratioText(ratio, measures, line.sums),
      })),
    ];
  }, [answer, onOpen, t]);
}

function FigureButton(props: {
  measure: Measure;
  sum: number | null;
  isTotal: boolean;
  label: string;
  onOpen: () => void;
}) {
  const { measure, sum, isTotal, label, onOpen } = props;
  const text = sumText(measure, sum);
  const shown = isTotal ? <strong>{text}</strong> : text;
  if (sum === null || sum === 0) return <span className={classes.zero}>{shown}</span>;
  return (
    <UnstyledButton className={classes.open} aria-label={`${text}: ${label}`} onClick={onOpen}>
      {shown}
    </UnstyledButton>
  );
}

/** A report's figures by group, with the total of all pages as the last line; each figure opens its rows. */
export function ReportFigures({ name, label, answer, list, state, onOpen }: FiguresProps) {
  const t = useText();
  const columns = useColumns(answer, onOpen);
  const lines = answer && linesOf(answer);
  return (
    <div className={classes.figures}>
      <List<Line>
        hasExport={false}
        name={`report-${name}`}
        label={label}
        columns={columns}
        list={{
          ...list,
          data: lines && { data: lines, totalCount: answer.totalCount },
        }}
        state={state}
        sumRows={1}
        rowId={(line) => (line.isTotal ? 'total' : `group ${line.group}`)}
        rowLabel={(line) =>
          answer === undefined || line.isTotal ? t('words.total') : groupText(t, answer, line)
        }
        empty={t('reportWords.empty')}
        emptyFiltered={t('reportWords.empty')}
      />
    </div>
  );
}

function linesOf({ data, totals }: ReportAnswer): Line[] {
  if (data.length === 0) return [];
  const lines = data.map((line) => ({ ...line, isTotal: false }));
  return [...lines, { group: '', label: null, sums: totals, isTotal: true }];
}

/** The measures of a report with what each means: for those who cannot hover. */
export function FigureMeanings({ answer }: { answer: ReportAnswer }) {
  const t = useText();
  return (
    <details className={classes.meanings}>
      <summary>{t('reportWords.meaning')}</summary>
      <dl>
        {answer.measures.map((measure) => (
          <div key={measure}>
            <dt>{t(`reportWords.measure.${measure}`)}</dt>
            <dd>{t(`reportWords.says.${measure}`)}</dd>
          </div>
        ))}
        {answer.ratios.map((ratio) => (
          <div key={ratio}>
            <dt>{t(`reportWords.ratio.${ratio}`)}</dt>
            <dd>{t(`reportWords.ratioSays.${ratio}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What the figures are grouped by, and whether they are compared. */
export function GroupTools(props: {
  answer: ReportAnswer | undefined;
  filters: { change: (patch: Record<string, string | null>) => void };
  hasRange: boolean;
  isCompared: boolean;
}) {
  const { answer, filters, hasRange, isCompared } = props;
  const t = useText();
  return (
    <div className={classes.between}>
      <Select
        label={t('reportWords.by')}
        allowDeselect={false}
        value={answer?.by ?? null}
        data={(answer?.groups ?? []).map((group) => ({
          value: group as string,
          label: t(`reportWords.group.${answer ? groupWord(answer.report, group) : group}`),
        }))}
        onChange={(by) => filters.change({ by })}
      />
      {hasRange && (
        <Switch
          label={t('words.comparePeriod')}
          checked={isCompared}
          onChange={(event) =>
            filters.change({ compare: event.currentTarget.checked ? '1' : null })
          }
        />
      )}
    </div>
  );
}
