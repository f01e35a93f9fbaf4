import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use as include } from 'echarts/core';
import { axisTitle, ROOM, topTitle } from './chart-axis.ts';
import type { Token } from './chart-axis.ts';
import { beginCanvas } from './chart-canvas.ts';
import { axisBounds, axisText, figureText } from './chart-figures.ts';
import type { ChartBounds, ChartSeries, ChartTone, ChartUnit } from './chart-figures.ts';

// Loaded only where a chart is on screen (chart.tsx): it is larger than the rest of a screen.
include([BarChart, LineChart, GridComponent, LegendComponent, TooltipComponent]);

/** What is drawn. */
export interface Drawing {
  categories: readonly string[];
  series: readonly ChartSeries[];
  unit: ChartUnit;
  bounds: ChartBounds | null;
  /** Bars lie: for long category names. */
  isLying: boolean;
  /** What stands at the axes; null: the chart's surroundings say it. */
  titles: { readonly categories: string; readonly values: string } | null;
  /** The colours are read from the page's styles; another scheme is another drawing. */
  scheme: 'light' | 'dark';
}

/** A chart on the page. */
export interface DrawnChart {
  draw: (drawing: Drawing) => void;
  end: () => void;
}

/** Longest animation (look: under 200 ms). */
const MOTION_MS = 180;
/** In less than this, the amounts below lying bars would cover each other: there are fewer of them. */
const NARROW_PX = 480;

const TOKENS: Readonly<Record<ChartTone, string>> = {
  accent: '--rc-accent',
  info: '--rc-info',
  quiet: '--rc-line-strong',
  good: '--rc-good',
  warn: '--rc-warn',
  danger: '--rc-danger',
};
const ORDER = ['accent', 'info', 'warn', 'good', 'quiet', 'danger'] as const;

function seriesOption(series: ChartSeries, index: number, token: Token) {
  const color = token(TOKENS[series.tone ?? ORDER[index % ORDER.length] ?? 'accent']);
  const shared = { name: series.name, data: [...series.values], itemStyle: { color } };
  if (series.look === undefined || series.look === 'bar')
    return { ...shared, type: 'bar' as const, barMaxWidth: 26, barGap: '15%' };
  const type = series.look === 'dashed' ? ('dashed' as const) : ('solid' as const);
  return {
    ...shared,
    type: 'line' as const,
    symbolSize: 6,
    showSymbol: series.values.length < 2,
    lineStyle: { color, type, width: 2 },
  };
}

function frameOption(drawing: Drawing, token: Token, width: number) {
  const { titles, isLying } = drawing;
  const bounds = axisBounds(drawing.bounds, drawing.series);
  const words = { color: token('--rc-muted'), fontSize: 12 };
  const categories = {
    type: 'category' as const,
    data: [...drawing.categories],
    inverse: drawing.isLying,
    axisLabel: { ...words, hideOverlap: true },
    axisLine: { lineStyle: { color: token('--rc-line-strong') } },
    axisTick: { show: false },
    ...(isLying ? topTitle(titles?.categories, token) : axisTitle(titles?.categories, 26, token)),
  };
  const values = {
    type: 'value' as const,
    min: bounds?.min,
    max: bounds?.max,
    // Rupees and counts are whole: an empty board writes no ₹1 four times.
    minInterval: 1,
    axisLabel: {
      ...words,
      hideOverlap: true,
      formatter: (value: number) => axisText(drawing.unit, value),
      // The spec's bounds are no round figures: only zero and the round ones between are written.
      showMinLabel: (bounds?.min ?? 0) === 0,
      showMaxLabel: (bounds?.max ?? 0) === 0,
    },
    ...(isLying && width < NARROW_PX && { splitNumber: 2 }),
    splitLine: { lineStyle: { color: token('--rc-line') } },
    ...axisTitle(titles?.values, isLying ? 26 : 52, token),
  };
  return drawing.isLying
    ? { xAxis: values, yAxis: categories }
    : { xAxis: categories, yAxis: values };
}

/** Room above the picture: for the legend, and for the title of names that stand at the side. */
const topOf = ({ series, isLying, titles }: Drawing): number =>
  (series.length > 1 ? 36 : 16) + (isLying && titles !== null ? 12 : 0);

function chartOption(drawing: Drawing, token: Token, isStill: boolean, width: number) {
  const text = { color: token('--rc-text'), fontSize: 12 };
  return {
    animation: !isStill,
    animationDuration: MOTION_MS,
    animationDurationUpdate: MOTION_MS,

    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
    grid: { left: 8, right: 16, top: topOf(drawing), bottom: 4, ...ROOM },
    legend: {
      show: drawing.series.length > 1,
      // More names than a phone has room for turn by arrows: a second line would stand in the picture.
      type: 'scroll' as const,
      itemWidth: 12,
      itemHeight: 12,
      itemGap: 8,
      top: 0,
      left: 0,
      textStyle: text,
      inactiveColor: token('--rc-muted'),
    },
    tooltip: {
      trigger: 'axis' as const,
      // Drawn on the canvas: names come from people's input and never become markup.
      renderMode: 'richText' as const,
      confine: true,
      backgroundColor: token('--rc-surface'),
      borderColor: token('--rc-line-strong'),
      textStyle: text,
      axisPointer: { type: 'shadow' as const, shadowStyle: { opacity: 0.12 } },
      valueFormatter: (value: unknown) =>
        figureText(drawing.unit, typeof value === 'number' ? value : null),
    },
    ...frameOption(drawing, token, width),
    series: drawing.series.map((each, index) => seriesOption(each, index, token)),
  };
}

/** Begins a chart in an element with a size; it keeps to the element's size until it is ended. */
export function beginChart(element: HTMLElement): DrawnChart {
  const { chart, end } = beginCanvas(element);
  return {
    draw: (drawing) => {
      const style = getComputedStyle(element);
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      const token: Token = (name) => style.getPropertyValue(name).trim();
      chart.setOption(chartOption(drawing, token, isStill, chart.getWidth()), { notMerge: true });
    },
    end,
  };
}
