import {
  IconArrowsSplit2,
  IconCalendarX,
  IconChevronRight,
  IconDeviceMobile,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { Panel } from '../../components/page.tsx';
import { addDays, today } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { casesPath } from './board-paths.ts';
import { useOversight } from './staff-dashboard-queries.ts';
import classes from './staff-dashboards.module.css';

interface Concern {
  to: string;
  title: string;
  body: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

/** What waits for the manager, the most pressing first. */
export function AttentionPanel({ analytics }: { analytics: Analytics }) {
  const t = useText();
  const concerns = useConcerns(analytics);
  return (
    <Panel title={t('staffBoards.attention')} isFlush={concerns.length > 0}>
      {concerns.length === 0 ? (
        <p className={classes.quiet}>{t('staffBoards.allWell')}</p>
      ) : (
        <ul className={classes.list}>
          {concerns.map(({ to, title, body, icon: Icon }) => (
            <li key={to}>
              <Link className={classes.concern} to={to}>
                <span className={classes.icon} aria-hidden>
                  <Icon size={20} stroke={1.6} />
                </span>
                <span className={classes.who}>
                  <strong>{title}</strong>
                  <span className={classes.quiet}>{body}</span>
                </span>
                <IconChevronRight size={18} aria-hidden className={classes.arrow} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function useConcerns({ stock, due }: Analytics): Concern[] {
  const t = useText();
  const { conflicts = 0, devices = 0 } = useOversight();
  const broken = due.promises.overdue;
  const concerns: (Concern | false)[] = [
    devices > 0 && {
      to: '/devices?concern=GAPS',
      title: t('staffBoards.lostWork'),
      body: t('staffBoards.lostWork_body', { count: devices }),
      icon: IconDeviceMobile,
    },
    conflicts > 0 && {
      to: '/loan-conflicts',
      title: t('staffBoards.conflicts'),
      body: t('staffBoards.conflicts_body', { count: conflicts }),
      icon: IconArrowsSplit2,
    },
    broken.count > 0 && {
      to: casesPath('promises', addDays(today(), -1)),
      title: t('staffBoards.overduePromises'),
      body: t('staffBoards.overduePromises_body', {
        count: broken.count,
        amount: formatRupees(broken.amount),
      }),
      icon: IconCalendarX,
    },
    stock.freeCount > 0 && {
      to: '/all-loans?allocated=no',
      title: t('staffBoards.allocate'),
      body: t('staffBoards.allocate_body', { count: stock.freeCount }),
      icon: IconUsers,
    },
  ];
  return concerns.filter((each) => each !== false);
}
