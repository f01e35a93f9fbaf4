import type { ReactNode } from 'react';
import { PartHeading } from './page.tsx';
import classes from './facts.module.css';

/** One labelled fact; a missing value shows as a dash. */
export interface Fact {
  label: string;
  value: ReactNode;
  /** Takes the whole width (addresses, remarks); `phone`: on a phone only (a date with its time). */
  isWide?: boolean | 'phone';
}

/** Labelled facts in columns. */
function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.list}>
      {facts.map((fact) => (
        <div key={fact.label} className={classes.fact} data-wide={fact.isWide || undefined}>
          <dt className="rc-quiet-small">{fact.label}</dt>
          <dd className={classes.value}>{fact.value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts under a heading; groups stand one under another inside one panel. */
export function FactGroup({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.group}>
      <PartHeading className={classes.title}>{title}</PartHeading>
      <FactList facts={facts} />
    </section>
  );
}
