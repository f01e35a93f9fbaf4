import { LEAST_MAP_PLACES } from '../../contract/visualization.ts';
import type { ChartKind, ChartRow } from '../../contract/visualization.ts';
import { useText } from '../lib/texts/texts.ts';
import { answerSeries } from './answer-series.ts';
import type { AnswerWords } from './answer-series.ts';
import { figureText } from './chart-figures.ts';
import type { ChartUnit } from './chart-figures.ts';
import { Chart, ChartFrame, ChartTable } from './chart.tsx';
import classes from './chart.module.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ShapeDrawing } from './chart-shapes.ts';

/** So many series can be told apart by their colours; the table has all. */
const MOST_SERIES = 12;
/** Countries are high rather than wide. */
const MAP_HEIGHT = 360;
/** Names longer than this stand beside lying bars. */
const LONG_NAME = 9;

/** What a drawn answer takes. */
interface AnswerDrawingProps {
  label: string;
  categoryTitle: string;
  rows: readonly ChartRow[];
  words: AnswerWords;
  kind: ChartKind;
  unit: ChartUnit;
  height?: number;
  /** Says so where an answer can't be drawn as asked: to whoever chooses how it is drawn. */
  isKindTold?: boolean;
  /** Where the loans behind a row are listed; null: nowhere. */
  linkOf?: (row: ChartRow) => string | null;
}

/** An answer drawn as asked, its figures as a table one click away; one that can't be drawn so is drawn as bars. */
export function AnswerDrawing({ isKindTold = false, ...props }: AnswerDrawingProps) {
  const t = useText();
  const isOther = isKindTold && props.rows.length > 0 && drawable(props) !== props.kind;
  return (
    <>
      {isOther && <p className={classes.other}>{t('visualizations.drawnAsBars')}</p>}
      <Drawn {...props} />
    </>
  );
}

function Drawn(props: Omit<AnswerDrawingProps, 'isKindTold'>) {
  const { label, categoryTitle, words, unit, height = 280 } = props;
  const t = useText();
  if (props.rows.length === 0) return <p className={classes.none}>{t('visualizations.nothing')}</p>;
  const { categories, series, figures, rows } = answerSeries(props.rows, words);
  const linkOf = (at: number): string | null => {
    const row = rows[at];
    return row === undefined || row.isRest ? null : (props.linkOf?.(row) ?? null);
  };
  const table = { label, categoryTitle, categories, series, unit, linkOf };
  const kind = drawable(props);
  if (kind === 'TABLE') return <ChartTable {...table} />;
  if (kind !== 'BAR' && kind !== 'LINE') {
    // Others are no step of a funnel.
    const rest = kind === 'FUNNEL' ? props.rows.findIndex(({ isRest }) => isRest) : -1;
    return (
      <ChartFrame {...table}>
        <Shape
          label={label}
          shape={kind}
          figures={figures.filter((_, at) => at !== rest)}
          titles={{ x: categoryTitle, y: words.andTitle ?? '', value: words.figure }}
          unit={unit}
          height={kind === 'MAP' ? Math.max(height, MAP_HEIGHT) : height}
        />
        {rest >= 0 && (
          <p className={classes.other}>
            {t('visualizations.notDrawn', {
              name: words.others,
              figure: figureText(unit, props.rows[rest]?.value),
            })}
          </p>
        )}
      </ChartFrame>
    );
  }
  const isLying = kind === 'BAR' && categories.some((name) => name.length > LONG_NAME);
  // What was is quieter than what is.
  const before = {
    look: kind === 'LINE' ? ('dashed' as const) : ('bar' as const),
    tone: 'quiet' as const,
  };
  const look = kind === 'LINE' ? ('line' as const) : ('bar' as const);
  return (
    <Chart
      {...table}
      valueTitle={words.figure}
      series={series
        .slice(0, MOST_SERIES)
        .map((each) => Object.assign(each.name === words.before ? before : { look }, each))}
      isLying={isLying}
      height={isLying ? Math.max(height, 40 + categories.length * 30) : height}
    />
  );
}

function drawable({
  kind,
  rows,
  words,
}: Pick<AnswerDrawingProps, 'kind' | 'rows' | 'words'>): ChartKind {
  if ((kind === 'HEAT' || kind === 'SANKEY') && words.and === null) return 'BAR';
  if (kind === 'MAP' && rows.filter(({ latitude }) => latitude !== null).length < LEAST_MAP_PLACES)
    return 'BAR';
  return kind;
}

/** A heat map, funnel, flow or map of places in the theme's colours. */
function Shape(props: Omit<ShapeDrawing, 'scheme'> & { label: string; height?: number }) {
  const { label, height = 300, shape, figures, titles, unit } = props;
  const t = useText();
  const holder = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  const [drawn, setDrawn] = useState<{ draw: (drawing: ShapeDrawing) => void } | null>(null);
  useEffect(() => {
    let end = () => undefined as void;
    let isGone = false;
    const begin = async () => {
      const { beginShape } = await import('./chart-shapes.ts');
      if (isGone || holder.current === null) return;
      const begun = beginShape(holder.current);
      end = begun.end;
      setDrawn(begun);
    };
    void begin();
    return () => {
      isGone = true;
      end();
    };
  }, []);
  const shown = JSON.stringify({ shape, figures, titles, unit, scheme });
  useEffect(() => {
    if (drawn === null) return undefined;
    const frame = requestAnimationFrame(() => drawn.draw(JSON.parse(shown) as ShapeDrawing));
    return () => cancelAnimationFrame(frame);
  }, [drawn, shown]);
  const picture = { role: 'img', 'aria-label': label };
  return (
    <>
      {shape === 'SANKEY' && (
        <p className={classes.sides}>
          <span>{titles.x}</span>
          <span>{titles.y}</span>
        </p>
      )}
      {shape === 'MAP' && (
        <p className={classes.sides}>{t('visualizations.circles', { figure: titles.value })}</p>
      )}
      <div ref={holder} className={classes.picture} style={{ height }} {...picture} />
    </>
  );
}
