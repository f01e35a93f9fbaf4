import { IconArrowsSplit2, IconCalendarX, IconDeviceMobile, IconUsers } from '@tabler/icons-react';
import type { Analytics } from '../../../contract/staff-dashboard.ts';
import { stockPath } from '../../components/loan-link.ts';
import { Panel } from '../../components/page.tsx';
import { StepList } from '../../components/step-list.tsx';
import type { NextStep } from '../../components/step-list.tsx';
import { addDays, today } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { casesPath } from './board-paths.ts';
import { useOversight } from './staff-dashboard-queries.ts';
import classes from './staff-dashboards.module.css';

/** What waits for the manager, the most pressing first. */
export function AttentionPanel({ analytics }: { analytics: Analytics }) {
  const t = useText();
  const concerns = useConcerns(analytics);
  return (
    <Panel title={t('staffBoards.attention')} isFlush={concerns.length > 0}>
      {concerns.length === 0 ? (
        <p className={classes.quiet}>{t('staffBoards.allWell')}</p>
      ) : (
        <StepList steps={concerns} tone="warn" />
      )}
    </Panel>
  );
}

function useConcerns({ stock, due }: Analytics): NextStep[] {
  const t = useText();
  const { conflicts = 0, devices = 0 } = useOversight();
  const { overdue } = due.promises;
  const concerns: (NextStep | false)[] = [
    devices > 0 && {
      to: '/devices?concern=GAPS',
      title: t('organisation.lostWork'),
      body: t('organisation.lostWorkBody', { count: devices }),
      icon: IconDeviceMobile,
    },
    conflicts > 0 && {
      to: '/loan-conflicts',
      title: t('organisation.conflicts'),
      body: t('organisation.conflictsBody', { count: conflicts }),
      icon: IconArrowsSplit2,
    },
    overdue.count > 0 && {
      to: casesPath('promises', addDays(today(), -1)),
      title: t('staffBoards.overduePromises'),
      body: t('staffBoards.overduePromises_body', {
        count: overdue.count,
        amount: formatRupees(overdue.amount),
      }),
      icon: IconCalendarX,
    },
    stock.freeCount > 0 && {
      to: stockPath('/all-loans', { allocated: 'no' }),
      title: t('organisation.allocate'),
      body: t('organisation.allocateBody', {
        count: stock.freeCount,
        n: formatCount(stock.freeCount),
      }),
      icon: IconUsers,
    },
  ];
  return concerns.filter((each) => each !== false);
}
