import type { ComponentProps, ReactNode } from 'react';
import { formatCount } from '../lib/money.ts';
import classes from './counted-button.module.css';

/** The badge has room for two digits. */
const MOST_SHOWN = 99;

/** A sign in the top bar with a count on it. The label says the count in words; at 0 there is no badge. */
export function CountedButton({
  label,
  count,
  tone,
  children,
  ...button
}: Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  label: string;
  count: number;
  /** `danger`: somebody waits for it; `accent`: news. */
  tone: 'danger' | 'accent';
  children: ReactNode;
}) {
  return (
    <button type="button" {...button} className={classes.button} aria-label={label}>
      {children}
      {count > 0 && (
        <span className={classes.count} data-tone={tone} aria-hidden>
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : formatCount(count)}
        </span>
      )}
    </button>
  );
}

/** The room of a sign whose code is on its way. */
export function SignRoom() {
  return <span className={classes.room} aria-hidden />;
}
