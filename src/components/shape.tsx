import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ShapeDrawing } from './chart-shapes.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './chart.module.css';

/** A heat map, funnel, flow or map of places in the theme's colours. */
export function Shape(props: Omit<ShapeDrawing, 'scheme'> & { label: string; height?: number }) {
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
