import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { StatTiles } from '../../components/stat-tile.tsx';
import { formatDay, today } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { HomeTiles } from './home-tiles.tsx';
import { useHomeSteps } from './home-steps.ts';
import classes from './home.module.css';

/** `/home`: how the day stands in at most four figures, then what to do next. */
export function HomeScreen({ user }: { user: LoggedInUser }) {
  const t = useText();
  const steps = useHomeSteps(user.role);
  return (
    <Page>
      <PageHeader
        title={t('home.title', { name: user.fullName })}
        subtitle={`${t('home.today')} · ${formatDay(today())}`}
      />
      <StatTiles>
        <HomeTiles role={user.role} />
      </StatTiles>
      {steps.length > 0 && (
        <Panel title={t('home.nextTitle')} isFlush>
          <ul className={classes.steps}>
            {steps.map(({ to, title, body, icon: Icon }) => (
              <li key={to}>
                <Link className={classes.step} to={to}>
                  <span className={classes.icon}>
                    <Icon size={20} stroke={1.6} aria-hidden />
                  </span>
                  <span className={classes.words}>
                    <strong>{title}</strong>
                    <span className={classes.body}>{body}</span>
                  </span>
                  <IconChevronRight size={18} aria-hidden className={classes.arrow} />
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}
