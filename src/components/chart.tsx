import { Button, Table, useComputedColorScheme } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import type { Drawing, DrawnChart } from './chart-drawing.ts';
import { figureText } from './chart-figures.ts';
import type { ChartBounds, ChartSeries, ChartUnit } from './chart-figures.ts';
import classes from './chart.module.css';

/** What a chart takes. Categories stand along the bottom (or down the side, `isLying`). */
export interface ChartProps {
  /** What it shows, in words: its name for screen readers and the table's caption. */
  label: string;
  /** What the categories are ("Day", "Bucket"): the table's first heading. */
  categoryTitle: string;
  /** What the figures are ("Collected"): both axes have their titles then. */
  valueTitle?: string;
  categories: readonly string[];
  series: readonly ChartSeries[];
  unit?: ChartUnit;
  /** Ends of the value axis (`graphBounds`); chosen from the figures when missing. */
  bounds?: ChartBounds | null;
  isLying?: boolean;
  /** So many of the categories, the first ones, are drawn; the table has all of them. */
  drawn?: number;
  /** Pixels. */
  height?: number;
  /** What lies behind a category, by its place; null: nothing to show. */
  linkOf?: (at: number) => string | null;
}

/** A chart in the theme's colours with the same figures as a table one click away. */
export function Chart(props: ChartProps) {
  return (
    <ChartFrame {...props}>
      <ChartPicture {...props} />
    </ChartFrame>
  );
}

/** The figures of a chart as its table has them. */
type ChartTableProps = Pick<
  ChartProps,
  'label' | 'categoryTitle' | 'categories' | 'series' | 'unit' | 'linkOf'
>;

/** A picture, and its figures as a table one click away. */
export function ChartFrame({ children, ...table }: ChartTableProps & { children: ReactNode }) {
  const t = useText();
  const [isTable, setTable] = useState(false);
  const bodyId = useId();
  const Icon = isTable ? IconChartBar : IconTable;
  return (
    <div className={classes.chart}>
      <div className={classes.tools}>
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.toggle}
          aria-controls={bodyId}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => setTable(!isTable)}
        >
          {t(isTable ? 'widgets.showAsChart' : 'widgets.showAsTable')}
        </Button>
      </div>
      <div id={bodyId}>{isTable ? <ChartTable {...table} /> : children}</div>
    </div>
  );
}

function ChartPicture(props: ChartProps) {
  const { label, drawn, height = 260 } = props;
  const holder = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme('light');
  useDrawing(holder, {
    categories: props.categories.slice(0, drawn),
    series: props.series.map((each) => ({ ...each, values: each.values.slice(0, drawn) })),
    unit: props.unit ?? 'count',
    bounds: props.bounds ?? null,
    isLying: props.isLying ?? false,
    titles:
      props.valueTitle === undefined
        ? null
        : { categories: props.categoryTitle, values: props.valueTitle },
    scheme,
  });
  // An element that holds a canvas can't be an <img>.
  const picture = { role: 'img', 'aria-label': label };
  return <div ref={holder} className={classes.picture} style={{ height }} {...picture} />;
}

/** Draws into the element, again whenever what is drawn changes. */
function useDrawing(holder: RefObject<HTMLDivElement | null>, drawing: Drawing): void {
  const [chart, setChart] = useState<DrawnChart | null>(null);
  useEffect(() => {
    let begun: DrawnChart | null = null;
    let isGone = false;
    const begin = async () => {
      const { beginChart } = await import('./chart-drawing.ts');
      if (isGone || holder.current === null) return;
      begun = beginChart(holder.current);
      setChart(begun);
    };
    void begin();
    return () => {
      isGone = true;
      begun?.end();
    };
  }, [holder]);
  const shown = JSON.stringify(drawing);
  useEffect(() => {
    if (chart === null) return undefined;
    // The styles have a changed scheme's colours one frame after it changed.
    const frame = requestAnimationFrame(() => chart.draw(JSON.parse(shown) as Drawing));
    return () => cancelAnimationFrame(frame);
  }, [chart, shown]);
}

/** Every figure of a chart; a category leads to what lies behind it. */
export function ChartTable(props: ChartTableProps) {
  const { label, categoryTitle, categories, series, unit = 'count' } = props;
  // Two categories may have the same words (people of one name).
  const rows = categories.map((category, index) => ({
    key: `${index} ${category}`,
    category,
    index,
  }));
  // What scrolls must be reachable by keys.
  const scrollable = { tabIndex: 0 };
  return (
    <div className={classes.scroll} {...scrollable}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{categoryTitle}</Table.Th>
            {series.map((each) => (
              <Table.Th key={each.name} className={classes.figure}>
                {each.name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ key, category, index }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" className={classes.category}>
                <Category name={category} to={props.linkOf?.(index) ?? null} />
              </Table.Th>
              {series.map((each) => (
                <Table.Td key={each.name} className={classes.figure}>
                  {figureText(unit, each.values[index])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Category({ name, to }: { name: string; to: string | null }) {
  return to === null ? name : <Link to={to}>{name}</Link>;
}
