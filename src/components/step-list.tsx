import { IconChevronRight } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './step-list.module.css';

/** Something to do next: where, what, and why. */
export interface NextStep {
  to: string;
  title: string;
  body: string;
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;
  /** How it stands, such as "done". */
  state?: ReactNode;
}

interface StepListProps {
  steps: readonly NextStep[];
  /** Steps of a way are taken in their order; others stand the most pressing first. */
  isWay?: boolean;
  tone?: 'accent' | 'warn';
}

/** What to do next, as links. */
export function StepList({ steps, isWay = false, tone = 'accent' }: StepListProps) {
  const List = isWay ? 'ol' : 'ul';
  return (
    <List className={classes.steps} data-tone={tone}>
      {steps.map(({ to, title, body, icon: Icon, state }) => (
        <li key={to + title}>
          <Link className={classes.step} to={to}>
            <span className={classes.icon}>
              <Icon size={20} stroke={1.6} aria-hidden />
            </span>
            <span className={classes.words}>
              <strong>{title}</strong>
              <span className="rc-quiet">{body}</span>
            </span>
            {state}
            <IconChevronRight size={18} aria-hidden className={classes.arrow} />
          </Link>
        </li>
      ))}
    </List>
  );
}
