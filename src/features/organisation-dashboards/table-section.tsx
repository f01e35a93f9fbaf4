import type { ReactNode } from 'react';
import classes from './organisation-dashboards.module.css';

/** A table under its heading; the table has its own border, so nothing stands around it. */
export function TableSection(props: {
  title: string;
  actions?: ReactNode;
  /** Such as that not all rows are shown. */
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-label={props.title}>
      <div className={classes.sectionHead}>
        <h2 className="rc-subheading">{props.title}</h2>
        {props.actions}
      </div>
      {props.note !== undefined && <p className={classes.note}>{props.note}</p>}
      {props.children}
    </section>
  );
}
