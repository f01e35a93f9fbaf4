import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';
import type { Tone } from './status-chip.tsx';
import classes from './timeline.module.css';

/** One thing that happened. */
export interface TimelineItem {
  id: string;
  title: ReactNode;
  /** When and who, in words. */
  meta: ReactNode;
  body?: ReactNode;
  icon?: ReactNode;
  tone?: Tone;
}

/** What happened, newest first, on one line. Says so when nothing has. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  const t = useText();
  if (items.length === 0) return <p className="rc-quiet">{t('widgets.timelineEmpty')}</p>;
  return (
    <ol className="rc-plain-list" aria-label={label}>
      {items.map((item) => (
        <li key={item.id} className={classes.item}>
          <span className={classes.dot} data-tone={item.tone ?? 'quiet'} aria-hidden>
            {item.icon}
          </span>
          <div className={classes.content}>
            <div className={classes.title}>{item.title}</div>
            <div className="rc-quiet-small">{item.meta}</div>
            {item.body !== undefined && <div className={classes.body}>{item.body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
