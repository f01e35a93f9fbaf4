import { Button, Menu, Switch } from '@mantine/core';
import { IconChevronDown, IconCoffee, IconPhoneCall, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { BREAK_REASONS } from '../../../contract/agent-seat.ts';
import type { BreakReason } from '../../../contract/agent-seat.ts';
import { DIALER_LOCATION } from '../../../contract/dialer-agent.ts';
import type { DialerStatus } from '../../../contract/dialer-agent.ts';
import { hideToast, showInfo } from '../../components/toast-store.ts';
import { usePhone } from '../../components/use-phone.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useCollectorProcess, useDialerStatus, useReadiness } from './dialer-queries.ts';
import classes from './readiness-tool.module.css';

/** Agent status, Break and Ready in the top bar: for collectors at location D only (spec 2.4, 4.2). */
export function ReadinessTool({ user }: { user: LoggedInUser }) {
  return user.location === DIALER_LOCATION ? <Readiness username={user.username} /> : null;
}

function Readiness({ username }: { username: string }) {
  const t = useText();
  const isPhone = usePhone();
  const status = useDialerStatus(username);
  const process = useCollectorProcess(username);
  const { isPredictive } = status;
  const { takeBreak, ready, setPredictive, isSending } = useReadiness(username);
  // Spec 4.2's flag: ready, in a call too, until a break or the logout; a break asked for during a call counts.
  const isReady =
    status.status !== 'BREAK' && status.status !== 'LOGGED_OUT' && status.wantedBreak === null;
  const processName =
    (isPredictive ? process?.assignedPredictiveProcess : process?.manualProcess) ?? null;
  const goOnBreak = (breakName: BreakReason) => takeBreak({ breakName, processName });
  const state = t('dialer.state', { state: useStateWords(status) });
  return (
    <div className={classes.tool} data-ready={isReady || undefined}>
      <output className={classes.state}>
        <span className={classes.dot} aria-hidden />
        <span className={classes.words}>{state}</span>
      </output>
      <WayToCall status={status} isPhone={isPhone} />
      {!isPhone && (
        <Switch
          className={classes.wide}
          size="xs"
          label={t('dialer.active')}
          checked={isReady}
          disabled={isSending}
          onChange={() => (isReady ? goOnBreak('lunch') : ready())}
        />
      )}
      {isReady ? (
        <BreakMenu
          isPhone={isPhone}
          isSending={isSending}
          hasPredictive={process?.assignedPredictiveProcess != null}
          isPredictive={isPredictive}
          onBreak={goOnBreak}
          onMode={setPredictive}
        />
      ) : (
        <Button
          size="xs"
          className={classes.button}
          loading={isSending}
          aria-label={isPhone ? `${t('dialer.ready')}: ${state}` : undefined}
          leftSection={isPhone ? undefined : <IconPlayerPlay size={15} aria-hidden />}
          onClick={ready}
        >
          {isPhone ? <IconPlayerPlay size={18} aria-hidden /> : t('dialer.ready')}
        </Button>
      )}
    </div>
  );
}

const CALL_PATH = '/predictive-call';

/** As long as a talk may last: it goes with the call. */
const ON_THE_LINE_MS = 86_400_000;

/**
 * Who is given a borrower by the dialer while another screen is open is told so, and led to the call by its button. Nobody
 * is taken there: the keys that are being pressed are meant for the screen that is open.
 */
function WayToCall({ status, isPhone }: { status: DialerStatus; isPhone: boolean }) {
  const t = useText();
  const navigate = useNavigate();
  const isElsewhere = useLocation().pathname !== CALL_PATH;
  const callId = isElsewhere && status.isDialersCall === true ? status.callId : null;
  const onTheLine = status.status === 'INCALL' ? callId : null;
  useEffect(() => {
    if (onTheLine === null) return undefined;
    const open = () => void navigate(CALL_PATH);
    const toast = showInfo(t('dialer.onTheLine'), open, ON_THE_LINE_MS);
    return () => hideToast(toast);
  }, [navigate, onTheLine, t]);
  // A phone has its tab for it.
  if (callId === null || isPhone) return null;
  return (
    <Button
      component={Link}
      to={CALL_PATH}
      size="xs"
      className={classes.way}
      aria-label={t('dialer.openCall')}
    >
      <IconPhoneCall size={15} aria-hidden />
      <span className={classes.wayWords}>{t('dialer.openCall')}</span>
    </Button>
  );
}

function useStateWords({ status, breakName, wantedBreak }: DialerStatus): string {
  const t = useText();
  if (status === 'BREAK' && breakName !== null)
    return t('dialer.isOnBreak', { reason: t(`dialer.reasons.${breakName}`) });
  const state = status === 'READY' ? t('dialer.ready') : t(`dialer.states.${status}`);
  if (wantedBreak === null) return state;
  return t('dialer.thenBreak', { state, reason: t(`dialer.reasons.${wantedBreak}`) });
}

interface BreakMenuProps {
  isPhone: boolean;
  isSending: boolean;
  /** The agent has a process for predictive mode. */
  hasPredictive: boolean;
  isPredictive: boolean;
  onBreak: (reason: BreakReason) => void;
  onMode: (isPredictive: boolean) => void;
}

function BreakMenu(props: BreakMenuProps) {
  const { isPhone, isSending, hasPredictive, isPredictive, onBreak, onMode } = props;
  const t = useText();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.button}
          loading={isSending}
          aria-label={isPhone ? t('dialer.break') : undefined}
          rightSection={isPhone ? undefined : <IconChevronDown size={15} aria-hidden />}
        >
          {isPhone ? <IconCoffee size={18} aria-hidden /> : t('dialer.break')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('dialer.choose')}</Menu.Label>
        {BREAK_REASONS.map((reason) => (
          <Menu.Item key={reason} onClick={() => onBreak(reason)}>
            {t(`dialer.reasons.${reason}`)}
          </Menu.Item>
        ))}
        <Menu.CheckboxItem
          className={classes.narrow}
          checked
          closeMenuOnClick
          onChange={() => onBreak('lunch')}
        >
          {t('dialer.active')}
        </Menu.CheckboxItem>
        {hasPredictive && (
          <>
            <Menu.Divider />
            <Menu.CheckboxItem checked={isPredictive} onChange={onMode}>
              {t('dialer.predictive')}
            </Menu.CheckboxItem>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
