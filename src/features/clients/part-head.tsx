import classes from './clients.module.css';

/** The heading of a part of a form, with what to know before filling it in. */
export function PartHead({ title, hint }: { title: string; hint?: string }) {
  return (
    <div className={classes.partHead}>
      <h3 className={classes.partTitle}>{title}</h3>
      {hint !== undefined && <p className={classes.quiet}>{hint}</p>}
    </div>
  );
}
