import { useText } from '../../lib/texts/texts.ts';
import type { ReportPlan } from './dialer-report.tsx';
import type { ReportFigures } from './report-queries.ts';
import classes from './dialer-reports.module.css';

interface CardProps<Row extends ReportFigures> {
  plan: ReportPlan<Row>;
  shown: { row: Row } | { totals: ReportFigures; count: number };
}

/** A row of a report, or its sums, as a card for the phone: its names and main figures. */
export function ReportCard<Row extends ReportFigures>({ plan, shown }: CardProps<Row>) {
  const t = useText();
  const figures: ReportFigures = 'row' in shown ? shown.row : shown.totals;
  const [first, ...others] =
    'row' in shown ? plan.names.map(({ text }) => text(shown.row)) : [t('dialerReports.total')];
  return (
    <div className={classes.card}>
      <div className={classes.cardHead}>
        <strong>{first}</strong>
        <span className={classes.quiet}>{others.filter(Boolean).join(' · ')}</span>
      </div>
      <dl className={classes.figures}>
        {plan.figures
          .filter(({ isMain }) => isMain === true)
          .map(({ key, title, text }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>{text(figures)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
