import { Button, Modal } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ClientRemoval } from '../../../contract/client.ts';
import { clientCalls } from '../../../contract/client.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useFocusReturn } from '../../components/use-focus-return.ts';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
import { whenDone } from '../../lib/when-done.ts';
import { useClientRemoval } from './client-queries.ts';
import classes from './clients.module.css';

/** What hangs on a client, before it is removed: why it can't be, or what goes with it. */
export function ClientRemovalDialog({
  client,
  onClose,
}: {
  client: { _id: string; Client_Name: string };
  onClose: () => void;
}) {
  const t = useText();
  useFocusReturn();
  const removal = useClientRemoval(client._id);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('clients.removeTitle', { name: client.Client_Name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {removal.data === undefined ? (
        removal.isError ? (
          <LoadProblem error={removal.error} onRetry={() => void removal.refetch()} />
        ) : (
          <LoadingState rows={3} />
        )
      ) : (
        <Consequences removal={removal.data} onClose={onClose} />
      )}
    </Modal>
  );
}

function Consequences({ removal, onClose }: { removal: ClientRemoval; onClose: () => void }) {
  const t = useText();
  const remove = useCallCommand(clientCalls.removeClient, {
    gone: ({ params }) => [params.id],
  });
  const items = removal.isRemovable ? goesWith(t, removal) : hinders(t, removal);
  const confirm = () =>
    whenDone(remove.mutateAsync({ params: { id: removal._id } }), () => {
      showSuccess(t('clients.removed', { name: removal.Client_Name }));
      onClose();
    });
  return (
    <div className={classes.dialog}>
      <div>
        <p>{t(removal.isRemovable ? 'clients.removeBody' : 'clients.removeRefused')}</p>
        {items.length > 0 && (
          <ul className={classes.counts}>
            {items.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {t(removal.isRemovable ? 'common.cancel' : 'common.close')}
        </Button>
        {removal.isRemovable && (
          <Button color="red" loading={remove.isPending} onClick={confirm}>
            {t('clients.removeConfirm')}
          </Button>
        )}
      </div>
    </div>
  );
}

function hinders(t: TFunction, removal: ClientRemoval): string[] {
  const counts = [
    [removal.loanCount, 'loanCount'],
    [removal.personCount, 'personCount'],
    [removal.importCount, 'importCount'],
    [removal.targetCount, 'targetCount'],
    [removal.notificationCount, 'notificationCount'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, key]) => t(`clients.${key}`, { count }));
}

function goesWith(t: TFunction, removal: ClientRemoval): string[] {
  const counts = [
    [removal.portfolioCount, 'portfolioCount'],
    [removal.policyCount, 'policyCount'],
    [removal.contactCount, 'contactCount'],
    [removal.mappingCount, 'mappingCount'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, key]) => t(`clients.${key}`, { count }));
}
