import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { Panel } from '../../components/page.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { caseKey, casesPath } from './board-paths.ts';
import { DueRow } from './due-list.tsx';
import { usePtpStock } from './staff-dashboard-queries.ts';
import classes from './staff-dashboards.module.css';

/** As many as are seen at once; the others are one click away. */
const FEW = 5;

/** The first promises that fall due today, in order of time. Nothing while unknown or when there is none. */
export function DuePromises() {
  const t = useText();
  const stock = usePtpStock({ pageSize: FEW }, true).data;
  if (stock === undefined || stock.totalCount === 0) return null;
  return (
    <Panel
      title={t('staffBoards.promisesDueToday')}
      isFlush
      actions={
        <Button component={Link} to={casesPath('today')} variant="subtle" size="compact-sm">
          {t('staffBoards.showAllDue', { count: stock.totalCount })}
        </Button>
      }
    >
      <ul className={classes.list}>
        {stock.data.map((each) => (
          <li key={caseKey(each)}>
            <DueRow due={each} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
