import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/money.ts';
import { useText } from '../lib/texts/texts.ts';
import classes from './progress-panel.module.css';

/** How far long work has come: counts, a bar, the time left in words. `total` null: not known yet. */
export function ProgressPanel(props: {
  title: string;
  done: number;
  total: number | null;
  timeLeft?: string;
  /** Buttons or a note under the bar. */
  children?: ReactNode;
}) {
  const t = useText();
  const { done, total } = props;
  const percent = total === null || total === 0 ? 0 : Math.min(100, (done / total) * 100);
  const counts =
    total === null
      ? formatCount(done)
      : t('widgets.progress', { done: formatCount(done), total: formatCount(total) });
  return (
    <section className="rc-stack-10" aria-label={props.title}>
      <div className={classes.head}>
        <span className={classes.title}>{props.title}</span>
        <output className="rc-quiet">
          {counts}
          {props.timeLeft !== undefined && ` · ${t('time.left', { time: props.timeLeft })}`}
        </output>
      </div>
      <Progress.Root size="md" radius="xl">
        <Progress.Section
          value={total === null ? 100 : percent}
          animated={total === null}
          striped={total === null}
          aria-label={props.title}
        />
      </Progress.Root>
      {props.children}
    </section>
  );
}
