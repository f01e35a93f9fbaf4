import { Button } from '@mantine/core';
import { IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { HealthCheck } from '../../../contract/organisation-dashboard.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { showError, showSuccess } from '../../components/toast-store.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { adviceOf, findingOf } from './health-words.ts';
import { useAuditVerification, useHealth } from './organisation-dashboard-queries.ts';
import classes from './organisation-dashboards.module.css';

const TONES = { GOOD: 'good', WATCH: 'warn', BROKEN: 'danger' } as const satisfies Record<
  HealthCheck['state'],
  Tone
>;

/** `/test-dashboard`: whether the installation is well, check by check, and what to do where it is not. */
export function InstallationScreen() {
  const t = useText();
  const health = useHealth();
  const read = () => void health.refetch();
  return (
    <Page>
      <PageHeader
        title={t('installation.title')}
        {...(health.data !== undefined && {
          subtitle: t('installation.checkedAt', { time: formatDayTime(health.data.checkedAt) }),
        })}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={health.isFetching && health.data !== undefined}
            onClick={read}
          >
            {t('installation.again')}
          </Button>
        }
      />
      {health.data !== undefined ? (
        <>
          <Summary checks={health.data.checks} />
          <Panel isFlush>
            <ul className={classes.checks}>
              {health.data.checks.map((check) => (
                <Check key={check.name} check={check} />
              ))}
            </ul>
          </Panel>
        </>
      ) : health.isError ? (
        <LoadProblem error={health.error} onRetry={read} />
      ) : (
        <LoadingState rows={9} />
      )}
    </Page>
  );
}

function Summary({ checks }: { checks: readonly HealthCheck[] }) {
  const t = useText();
  const count = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).length;
  const broken = count('BROKEN');
  const watch = count('WATCH');
  if (broken + watch === 0) {
    return (
      <Notice tone="good" title={t('installation.allWell')}>
        {t('installation.allWellBody')}
      </Notice>
    );
  }
  const parts = [
    broken > 0 && t('installation.broken', { count: broken }),
    watch > 0 && t('installation.watch', { count: watch }),
  ];
  return (
    <Notice tone={broken > 0 ? 'danger' : 'warn'} title={parts.filter(Boolean).join(' · ')}>
      {t('installation.summaryBody')}
    </Notice>
  );
}

function Check({ check }: { check: HealthCheck }) {
  const t = useText();
  const advice = adviceOf(t, check);
  return (
    <li className={classes.check}>
      <StatusChip tone={TONES[check.state]} label={t(`installation.states.${check.state}`)} />
      <div className="rc-stack-2 rc-words">
        <strong>{t(`installation.names.${check.name}`)}</strong>
        <span>{findingOf(t, check)}</span>
        {advice !== null && <span className="rc-quiet">{advice}</span>}
      </div>
      <CheckAction check={check} />
    </li>
  );
}

/** Where a check can be acted on from here. */
function CheckAction({ check }: { check: HealthCheck }) {
  const t = useText();
  if (check.name === 'audit') return <VerifyButton />;
  if (check.state === 'GOOD') return null;
  if (check.name === 'devices') {
    return (
      <Button component={Link} to="/devices" variant="default">
        {t('menu.devices')}
      </Button>
    );
  }
  if (check.name === 'imports' || check.name === 'jobs') {
    return (
      <Button component={Link} to="/upload-loan" variant="default">
        {t('installation.toUploads')}
      </Button>
    );
  }
  return null;
}

function VerifyButton() {
  const t = useText();
  const verification = useAuditVerification();
  const verify = () =>
    verification.mutate(
      {},
      {
        onSuccess: ({ from, to, newest, isEnd, brokenAt }) => {
          if (brokenAt !== null)
            showError(t('installation.verifiedBroken', { row: formatCount(brokenAt) }));
          else if (from === null) showSuccess(t('installation.verifiedNone'));
          else
            showSuccess(
              t(isEnd ? 'installation.verified' : 'installation.verifiedMore', {
                from: formatCount(from),
                to: formatCount(to),
                newest: formatCount(newest),
              }),
            );
        },
      },
    );
  return (
    <Button
      variant="default"
      leftSection={<IconShieldCheck size={16} aria-hidden />}
      loading={verification.isPending}
      onClick={verify}
    >
      {t('installation.verify')}
    </Button>
  );
}
