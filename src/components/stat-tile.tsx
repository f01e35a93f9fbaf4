import { Skeleton } from '@mantine/core';
import { IconArrowRight, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './stat-tile.module.css';

/** What a tile takes: a figure with its comparison and the list behind it. */
export interface StatTileProps {
  label: string;
  value: ReactNode;
  /** "12 more than yesterday", "of 40 due". */
  comparison?: string;
  /** A line more, under the comparison. */
  note?: string;
  trend?: 'up' | 'down';
  to?: string;
  tone?: 'plain' | 'danger' | 'warn' | 'good';
}

/** A longer word does not fit in half of a small phone. */
const LONG_LETTERS = 16;

/** How long the longest word of a figure is. */
const lettersOf = (value: ReactNode): number =>
  typeof value === 'string' ? Math.max(1, ...value.split(/\s/).map((word) => word.length)) : 1;

/** One figure of a board; with `to` the whole tile is a link. */
export function StatTile({
  label,
  value,
  comparison,
  note,
  trend,
  to,
  tone = 'plain',
}: StatTileProps) {
  const letters = lettersOf(value);
  const isLong = letters > LONG_LETTERS || undefined;
  const Trend = trend === 'down' ? IconTrendingDown : IconTrendingUp;
  const content = (
    <>
      <span className={classes.label}>
        {label}
        {to !== undefined && <IconArrowRight className={classes.arrow} size={15} aria-hidden />}
      </span>
      <span className={classes.value} style={{ '--letters': letters } as CSSProperties}>
        {value}
      </span>
      {comparison !== undefined && (
        <span className="rc-line-4 rc-quiet-small">
          {trend && <Trend size={14} aria-hidden />}
          {comparison}
        </span>
      )}
      {note !== undefined && <span className="rc-line-4 rc-quiet-small">{note}</span>}
    </>
  );
  return to === undefined ? (
    <div className={classes.tile} data-tone={tone} data-long={isLong}>
      {content}
    </div>
  ) : (
    <Link className={classes.tile} data-tone={tone} data-long={isLong} to={to}>
      {content}
    </Link>
  );
}

/** Up to four tiles in a row; two by two on a phone. `title` is a heading over them. */
export function StatTiles({ title, children }: { title?: string; children: ReactNode }) {
  if (title === undefined) return <div className={classes.tiles}>{children}</div>;
  return (
    <section className="rc-stack-6" aria-label={title}>
      <h2 className="rc-subheading">{title}</h2>
      <div className={classes.tiles}>{children}</div>
    </section>
  );
}

/** Where four tiles will be once their figures are known: what is below them stays where it is. */
export function StatTilesLoading({ hasComparison = false }: { hasComparison?: boolean }) {
  const blank = '\u00A0';
  return (
    <div className={classes.tiles} aria-hidden>
      {Array.from({ length: 4 }, (_, at) => (
        <StatTile
          key={at}
          label={blank}
          value={<Skeleton component="span" display="block" width="60%" height="1lh" />}
          {...(hasComparison && { comparison: blank })}
        />
      ))}
    </div>
  );
}
