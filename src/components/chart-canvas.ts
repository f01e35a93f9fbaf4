import { init, use as include } from 'echarts/core';
import type { ECharts } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

include([CanvasRenderer]);

/** Begins a chart on a canvas that keeps to its element's size until it is ended. */
export function beginCanvas(
  element: HTMLElement,
  onResized: () => void = () => undefined,
): { chart: ECharts; end: () => void } {
  const chart = init(element, null, { renderer: 'canvas' });
  const observer = new ResizeObserver(() => {
    chart.resize();
    onResized();
  });
  observer.observe(element);
  const end = () => {
    observer.disconnect();
    // A slow phone draws a picture over several frames: what is left of it must not be drawn once its canvas is gone.
    const canvas = chart.getZr();
    canvas.clear();
    canvas.refreshImmediately();
    chart.dispose();
  };
  return { chart, end };
}
