import type { LoggedInUser } from '../../../contract/auth.ts';
import { visualizationCalls } from '../../../contract/visualization-calls.ts';
import { Page } from '../../components/page.tsx';
import { useCallQuery } from '../../data/call-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { ChartBoard } from './saved-chart.tsx';
import classes from './visualizations.module.css';

/** The charts of the reader's role below its landing screen; nothing while there are none or they can't be read. */
export function LandingBoard({ user }: { user: LoggedInUser }) {
  const t = useText();
  const { data } = useCallQuery(visualizationCalls.listChartsOfCategory, {
    query: { category: user.role },
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Page>
      <h2 className={classes.landing}>{t('menu.charts')}</h2>
      <ChartBoard charts={data.data} role={user.role} />
    </Page>
  );
}
