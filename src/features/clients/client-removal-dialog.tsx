import type { TFunction } from 'i18next';
import { z } from 'zod';
import type { ClientRemoval } from '../../../contract/client.ts';
import { clientCalls } from '../../../contract/client.ts';
import { Dialog, DialogClose } from '../../components/dialog.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { FormInDialog } from '../../components/saving-form.tsx';
import { useCallCommand } from '../../data/call-command.ts';
import { useText } from '../../lib/texts/texts.ts';
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
  const removal = useClientRemoval(client._id);
  return (
    <Dialog title={t('clients.removeTitle', { name: client.Client_Name })} onClose={onClose}>
      <Loaded of={removal} rows={3}>
        {(data) =>
          data.isRemovable ? (
            <Removal removal={data} />
          ) : (
            <div className="rc-stack-16">
              <p>{t('clients.removeRefused')}</p>
              <Counts words={hinders(t, data)} />
              <DialogClose />
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}

const nothingAsked = z.object({});

function Removal({ removal }: { removal: ClientRemoval }) {
  const t = useText();
  const remove = useCallCommand(clientCalls.removeClient, {
    gone: ({ params }) => [params.id],
  });
  return (
    <FormInDialog
      name="clients.remove"
      rules={nothingAsked}
      defaults={{}}
      save={() => remove.mutateAsync({ params: { id: removal._id } })}
      done={t('words.removed', { name: removal.Client_Name })}
      submitLabel={t('clients.removeConfirm')}
      isDangerous
    >
      <p>{t('clients.removeBody')}</p>
      <Counts words={goesWith(t, removal)} />
    </FormInDialog>
  );
}

function Counts({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null;
  return (
    <ul className={classes.counts}>
      {words.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  );
}

function hinders(t: TFunction, removal: ClientRemoval): string[] {
  const counts = [
    [removal.loanCount, 'loanCount'],
    [removal.personCount, 'personCount'],
    [removal.importCount, 'importCount'],
    [removal.targetCount, 'targetCount'],
    [removal.notificationCount, 'notificationCount'],
    [removal.invoiceCount, 'invoiceCount'],
    [removal.campaignCount, 'campaignCount'],
    [removal.sheetCount, 'sheetCount'],
    [removal.runCount, 'runCount'],
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
