import {
  IconArrowsSplit2,
  IconBuildingBank,
  IconBuildingCommunity,
  IconCheck,
  IconHeadset,
  IconKey,
  IconMapPin,
  IconTableImport,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Panel } from '../../components/page.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { StepList } from '../../components/step-list.tsx';
import type { NextStep } from '../../components/step-list.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { SET_UP_STEPS, useSetUp } from './set-up-queries.ts';
import type { SetUpStep } from './set-up-queries.ts';

/** What follows the accounts. With the first loans the landing itself says what is next. */
const WORK = ['loans', 'allocate'] as const;

const isAccount = (step: SetUpStep | (typeof WORK)[number]): step is SetUpStep =>
  SET_UP_STEPS.some((account) => account === step);

const WAYS: Readonly<Record<SetUpStep | (typeof WORK)[number], Pick<NextStep, 'to' | 'icon'>>> = {
  client: { to: '/create-client', icon: IconBuildingBank },
  clientAdmin: { to: '/userdata?role=CLIENT_ADMIN', icon: IconKey },
  manager: { to: '/manager/create', icon: IconUsersGroup },
  collector: { to: '/collector/create', icon: IconHeadset },
  fieldAgent: { to: '/field-agent/create', icon: IconMapPin },
  partner: { to: '/partner/create', icon: IconBuildingCommunity },
  loans: { to: '/upload-loan', icon: IconTableImport },
  allocate: { to: '/loans/auto-allocation', icon: IconArrowsSplit2 },
};

/** The way from an empty house to the first work, on the admin's landing until there are loans. */
export function SetUpPanel() {
  const t = useText();
  const done = useSetUp();
  const steps = [...SET_UP_STEPS, ...WORK].map((step): NextStep => {
    const { to, icon } = WAYS[step];
    // The ways stand at once; which are done shows when it is known.
    const isDone = isAccount(step) && done?.[step] === true;
    return {
      to,
      icon: isDone ? IconCheck : icon,
      title: t(`organisation.setUp.${step}`),
      body: t(`organisation.setUp.${step}Body`),
      state: isDone && <StatusChip tone="good" label={t('organisation.setUpDone')} />,
    };
  });
  return (
    <Panel title={t('organisation.setUpTitle')} isFlush>
      <StepList steps={steps} isWay />
    </Panel>
  );
}
