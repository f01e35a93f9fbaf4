import { Button } from '@mantine/core';
import { IconCoffee, IconLogout2, IconPlayerPlay } from '@tabler/icons-react';
import { BREAK_REASONS } from '../../../contract/agent-seat.ts';
import type { BreakReason, SeatRow } from '../../../contract/agent-seat.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { useSeatOrder } from './monitor-queries.ts';
import type { SeatOrder } from './monitor-queries.ts';
import { stateWords } from './seat-cells.tsx';
import classes from './agent-monitor.module.css';

interface DialogProps {
  row: SeatRow;
  onClose: () => void;
}

/** What a supervisor can do with one agent's seat: a break, ready, logged out. */
export function SeatDialog({ row, onClose }: DialogProps) {
  const t = useText();
  return (
    <Dialog title={row.fullName} size="lg" onClose={onClose}>
      <div className="rc-stack-16">
        <p className={classes.now}>{t('agentMonitor.now', { state: stateWords(t, row) })}</p>
        {row.status === 'LOGGED_OUT' ? (
          <p>{t('agentMonitor.isOut')}</p>
        ) : (
          <Orders row={row} onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Orders({ row, onClose }: DialogProps) {
  const t = useText();
  const confirm = useConfirm();
  const order = useSeatOrder();
  const { _id: id, fullName: name, status } = row;
  const isCalling = status !== 'READY' && status !== 'BREAK';
  const send = (asked: Omit<SeatOrder, 'id'>) =>
    order.mutate({ id, ...asked }, { onSuccess: onClose });
  const logOut = async () => {
    const isSure = await confirm({
      title: t('frame.logout'),
      body: t('agentMonitor.logOutBody', { name }),
      confirmLabel: t('frame.logout'),
      isDangerous: true,
    });
    if (isSure) send({ action: 'LOGOUT' });
  };
  return (
    <>
      <section>
        <h3 className={classes.heading}>
          {t(isCalling ? 'agentMonitor.breakAfter' : 'agentMonitor.putOnBreak')}
        </h3>
        <BreakButtons
          isSending={order.isPending}
          onChoose={(breakName) => send({ action: 'BREAK', breakName })}
        />
      </section>
      <div className={classes.orders}>
        {status !== 'READY' && (
          <Button
            disabled={order.isPending}
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            onClick={() => send({ action: 'READY' })}
          >
            {t('agentMonitor.makeReady')}
          </Button>
        )}
        <Button
          variant="default"
          disabled={order.isPending}
          leftSection={<IconLogout2 size={15} aria-hidden />}
          onClick={() => void logOut()}
        >
          {t('frame.logout')}
        </Button>
      </div>
    </>
  );
}

function BreakButtons(props: { isSending: boolean; onChoose: (reason: BreakReason) => void }) {
  const t = useText();
  return (
    <div className={classes.reasons}>
      {BREAK_REASONS.map((breakName) => (
        <Button
          key={breakName}
          variant="default"
          disabled={props.isSending}
          leftSection={<IconCoffee size={15} aria-hidden />}
          onClick={() => props.onChoose(breakName)}
        >
          {t(`dialer.reasons.${breakName}`)}
        </Button>
      ))}
    </div>
  );
}
