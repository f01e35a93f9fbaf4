import {
  IconBuildingBank,
  IconBuildingCommunity,
  IconCheck,
  IconChevronRight,
  IconHeadset,
  IconKey,
  IconMapPin,
  IconTableImport,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { useText } from '../../lib/texts/texts.ts';
import classes from './organisation-dashboards.module.css';
import { SET_UP_STEPS, useSetUp } from './set-up-queries.ts';
import type { SetUpStep } from './set-up-queries.ts';

interface Way {
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

const WAYS: Readonly<Record<SetUpStep | 'loans', Way>> = {
  client: { to: '/create-client', icon: IconBuildingBank },
  clientAdmin: { to: '/userdata?role=CLIENT_ADMIN', icon: IconKey },
  manager: { to: '/manager/create', icon: IconUsersGroup },
  collector: { to: '/collector/create', icon: IconHeadset },
  fieldAgent: { to: '/field-agent/create', icon: IconMapPin },
  partner: { to: '/partner/create', icon: IconBuildingCommunity },
  loans: { to: '/upload-loan', icon: IconTableImport },
};

/** The way from an empty house to the first loans, on the admin's landing until there are loans. */
export function SetUpPanel() {
  const t = useText();
  const done = useSetUp();
  if (done === undefined) return null;
  return (
    <Panel title={t('organisation.setUpTitle')} isFlush>
      <ol className={classes.steps}>
        {[...SET_UP_STEPS, 'loans' as const].map((step) => (
          <Step key={step} step={step} isDone={step !== 'loans' && done[step]} />
        ))}
      </ol>
    </Panel>
  );
}

function Step({ step, isDone }: { step: SetUpStep | 'loans'; isDone: boolean }) {
  const t = useText();
  const { to, icon } = WAYS[step];
  const Icon = isDone ? IconCheck : icon;
  return (
    <li>
      <Link className={classes.step} to={to}>
        <span className={classes.icon}>
          <Icon size={20} stroke={1.6} aria-hidden />
        </span>
        <span className={classes.words}>
          <strong>{t(`organisation.setUp.${step}`)}</strong>
          <span className={classes.quiet}>{t(`organisation.setUp.${step}Body`)}</span>
        </span>
        {isDone && <StatusChip tone="good" label={t('organisation.setUpDone')} />}
        <IconChevronRight size={18} aria-hidden className={classes.arrow} />
      </Link>
    </li>
  );
}
