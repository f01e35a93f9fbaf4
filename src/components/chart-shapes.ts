import { FunnelChart, HeatmapChart, SankeyChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { use as include } from 'echarts/core';
import { ROOM, topTitle } from './chart-axis.ts';
import type { Token } from './chart-axis.ts';
import { beginCanvas } from './chart-canvas.ts';
import { figureText, hoursInOrder } from './chart-figures.ts';
import type { ChartUnit } from './chart-figures.ts';
import { mapBounds, nameSides } from './map-places.ts';

// Loaded only where such a chart is on screen (shape.tsx).
include([FunnelChart, HeatmapChart, SankeyChart, ScatterChart, GridComponent, TooltipComponent, VisualMapComponent]); // oxfmt-ignore

/** One figure of a shape: of `x`, and of `y` where it is told apart once more. */
export interface ShapeFigure {
  x: string;
  y: string | null;
  value: number;
  latitude: number | null;
  longitude: number | null;
}

/** What is drawn: hours of a week as a heat map, steps as a funnel, flows as a Sankey, places by their coordinates. */
export interface ShapeDrawing {
  shape: 'HEAT' | 'FUNNEL' | 'SANKEY' | 'MAP';
  figures: readonly ShapeFigure[];
  /** What `x`, `y` and the figures are. */
  titles: { readonly x: string; readonly y: string; readonly value: string };
  unit: ChartUnit;
  /** The colours are read from the page's styles; another scheme is another drawing. */
  scheme: 'light' | 'dark';
}

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.map((value) => value ?? '')),
];

const most = (figures: readonly ShapeFigure[]): number =>
  figures.reduce((largest, { value }) => Math.max(largest, value), 1);

function heat({ figures, titles, unit }: ShapeDrawing, token: Token) {
  const xs = hoursInOrder(distinct(figures.map(({ y }) => y)));
  const ys = hoursInOrder(distinct(figures.map(({ x }) => x)));
  const words = { color: token('--rc-muted'), fontSize: 12, hideOverlap: true };
  const axis = {
    type: 'category' as const,
    axisLabel: words,
    axisTick: { show: false },
    // It would be seen beside hours without a figure only.
    axisLine: { show: false },
    nameLocation: 'middle' as const,
    nameTextStyle: words,
  };
  const max = most(figures);
  return {
    grid: { left: 8, right: 16, top: 40, bottom: 4, ...ROOM },
    xAxis: { ...axis, data: xs, name: titles.y, nameGap: 26 },
    yAxis: { ...axis, data: ys, inverse: true, ...topTitle(titles.x, token) },
    // From the least to the most, as the colours say it.
    visualMap: {
      min: 0,
      max,
      orient: 'horizontal' as const,
      right: 16,
      top: 0,
      itemWidth: 12,
      itemHeight: 120,
      calculable: false,
      text: [figureText(unit, max), `${titles.value}: ${figureText(unit, 0)}`],
      textStyle: words,
      inRange: { color: [token('--rc-accent-soft'), token('--rc-accent')] },
    },
    series: {
      type: 'heatmap' as const,
      data: figures.map(({ x, y, value }) => [xs.indexOf(y ?? ''), ys.indexOf(x), value]),
      itemStyle: { borderColor: token('--rc-surface'), borderWidth: 2 },
    },
  };
}

/** How much of a funnel's width its words have, on a phone and elsewhere, and what of that the line to them takes. */
const funnelWords = (width: number): number => (width < 480 ? 0.56 : 0.45);
const FUNNEL_LINE_PX = 32;

function funnel({ figures, unit }: ShapeDrawing, token: Token, { width }: DOMRect) {
  return {
    series: {
      type: 'funnel' as const,
      left: 0,
      right: `${funnelWords(width) * 100}%`,
      top: 4,
      bottom: 4,
      gap: 2,
      minSize: '2%',
      data: figures.map(({ x, value }) => ({
        name: x,
        value,
        itemStyle: { color: token('--rc-accent'), borderWidth: 0 },
      })),
      label: {
        position: 'right' as const,
        color: token('--rc-text'),
        // The figure first: a long name is cut on a phone.
        width: Math.max(60, width * funnelWords(width) - FUNNEL_LINE_PX),
        overflow: 'truncate' as const,
        formatter: ({ name, value }: { name: string; value?: unknown }) =>
          `${figureText(unit, Number(value))}  ${name}`,
      },
      labelLine: { lineStyle: { color: token('--rc-line-strong') } },
    },
  };
}

/** The two sides are told apart by an invisible mark: a bucket may be named like an outcome. */
const left = (name: string): string => `${name}\u200b`;

function sankey({ figures }: ShapeDrawing, token: Token) {
  const links = figures
    .filter(({ value }) => value > 0)
    .map(({ x, y, value }) => ({ source: left(x), target: y ?? '–', value }));
  const names = new Set(links.flatMap(({ source, target }) => [source, target]));
  return {
    series: {
      type: 'sankey' as const,
      left: 4,
      right: 130,
      top: 8,
      bottom: 8,
      nodeGap: 10,
      data: [...names].map((name) => ({ name, itemStyle: { color: token('--rc-accent') } })),
      links,
      label: { color: token('--rc-text'), fontSize: 12, width: 120, overflow: 'truncate' as const },
      lineStyle: { color: token('--rc-info'), opacity: 0.25 },
    },
  };
}

/** Pixels around the places, for circles and names. */
const MAP_EDGES = { left: 72, right: 72, top: 28, bottom: 28 } as const;
/** Diameters of circles, pixels: of the least figure, and how much more that of the most has. */
const [LEAST_CIRCLE, MORE_CIRCLE] = [8, 28];

/** The places with their circles, the largest first, and how much of the world is shown. */
function placedCircles(figures: readonly ShapeFigure[], size: DOMRect) {
  const placed = figures
    .filter(({ latitude, longitude }) => latitude !== null && longitude !== null)
    .toSorted((a, b) => b.value - a.value);
  const largest = most(placed);
  const width = size.width - MAP_EDGES.left - MAP_EDGES.right;
  const height = size.height - MAP_EDGES.top - MAP_EDGES.bottom;
  const bounds = mapBounds(placed, { width, height });
  const { west, east, south, north } = bounds;
  const circles = placed.map(({ x: name, value, latitude, longitude }) => ({
    name,
    radius: (LEAST_CIRCLE + MORE_CIRCLE * Math.sqrt(Math.max(0, value) / largest)) / 2,
    x: MAP_EDGES.left + (((longitude ?? 0) - west) / (east - west)) * width,
    y: MAP_EDGES.top + ((north - (latitude ?? 0)) / (north - south)) * height,
  }));
  const sides = nameSides(circles, size);
  return {
    bounds,
    places: placed.map((place, at) => ({
      place,
      diameter: (circles[at]?.radius ?? 0) * 2,
      side: sides[at] ?? null,
    })),
  };
}

function places({ figures }: ShapeDrawing, token: Token, size: DOMRect) {
  const { bounds, places: found } = placedCircles(figures, size);
  const hidden = { show: false, type: 'value' as const };
  return {
    grid: MAP_EDGES,
    xAxis: { ...hidden, min: bounds.west, max: bounds.east },
    yAxis: { ...hidden, min: bounds.south, max: bounds.north },
    series: {
      type: 'scatter' as const,
      data: found.map(({ place, diameter, side }) => ({
        name: place.x,
        value: [place.longitude ?? 0, place.latitude ?? 0, place.value],
        symbolSize: diameter,
        label: side === null ? { show: false } : { show: true, position: side },
      })),
      itemStyle: { color: token('--rc-accent'), opacity: 0.6 },
      label: {
        show: true,
        color: token('--rc-text'),
        fontSize: 12,
        formatter: ({ name }: { name: string }) => name,
      },
    },
  };
}

const SHAPES = { HEAT: heat, FUNNEL: funnel, SANKEY: sankey, MAP: places } as const;

interface Pointed {
  readonly name: string;
  readonly value: unknown;
  readonly data?: unknown;
}

/** What the pointer is on, in words. */
function tipOf(drawing: ShapeDrawing, pointed: Pointed): string {
  const last = Array.isArray(pointed.value) ? (pointed.value.at(-1) as unknown) : pointed.value;
  const figure = figureText(drawing.unit, typeof last === 'number' ? last : null);
  return `${pointed.name.replaceAll('\u200b', '')}  ${figure}`;
}

/** Begins a drawing in an element with a size; it keeps to the element's size until it is ended. */
export function beginShape(element: HTMLElement): {
  draw: (drawing: ShapeDrawing) => void;
  end: () => void;
} {
  let drawn: ShapeDrawing | null = null;
  const draw = (drawing: ShapeDrawing) => {
    drawn = drawing;
    const style = getComputedStyle(element);
    const token: Token = (name) => style.getPropertyValue(name).trim();
    const option = {
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      tooltip: {
        // Drawn on the canvas: names come from people's input and never become markup.
        renderMode: 'richText' as const,
        confine: true,
        backgroundColor: token('--rc-surface'),
        borderColor: token('--rc-line-strong'),
        textStyle: { color: token('--rc-text'), fontSize: 12 },
        formatter: (pointed: unknown) => tipOf(drawing, pointed as Pointed),
      },
      ...SHAPES[drawing.shape](drawing, token, element.getBoundingClientRect()),
    };
    chart.setOption(option, { notMerge: true });
  };
  const { chart, end } = beginCanvas(element, () => {
    // A map's scale and the room for a funnel's words depend on the size.
    if (drawn?.shape === 'MAP' || drawn?.shape === 'FUNNEL') draw(drawn);
  });
  return { draw, end };
}
