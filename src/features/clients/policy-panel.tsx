import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClientPolicy } from '../../../contract/client.ts';
import { clientCalls } from '../../../contract/client.ts';
import { useConfirm } from '../../components/confirm-dialog.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { Panel } from '../../components/page.tsx';
import { showSuccess } from '../../components/toast-store.ts';
import { useCallCommand, useCallDownload } from '../../data/call-command.ts';
import { formatDay } from '../../lib/dates.ts';
import { useText } from '../../lib/texts/texts.ts';
import { UPLOAD_TIMEOUT_MS } from './client-queries.ts';
import { ItemActions } from './client-items.tsx';
import classes from './clients.module.css';
import { PolicyDrop } from './policy-drop.tsx';

/** A client's policies to download; with `isEditable` also to add and remove. */
export function PolicyPanel({
  clientId,
  policies,
  isEditable,
}: {
  clientId: string;
  policies: readonly ClientPolicy[];
  isEditable: boolean;
}) {
  const t = useText();
  return (
    <Panel title={t('clients.steps.policies')}>
      {policies.length === 0 ? (
        <p className="rc-quiet-small">{t('clients.noPolicies')}</p>
      ) : (
        <ul className="rc-stack rc-plain-list">
          {policies.map((policy) => (
            <PolicyItem
              key={policy._id}
              clientId={clientId}
              policy={policy}
              isEditable={isEditable}
            />
          ))}
        </ul>
      )}
      {isEditable && <AddPolicies clientId={clientId} />}
    </Panel>
  );
}

function PolicyItem(props: { clientId: string; policy: ClientPolicy; isEditable: boolean }) {
  const t = useText();
  const { policy } = props;
  const confirm = useConfirm();
  const download = useCallDownload(clientCalls.getPolicy, { timeoutMs: UPLOAD_TIMEOUT_MS });
  const remove = useCallCommand(clientCalls.removePolicy);
  const take = async () => {
    const question = {
      body: t('clients.removePolicyBody', { name: policy.name }),
      confirmLabel: t('clients.removePolicy'),
      isDangerous: true,
    };
    if (await confirm(question))
      remove.mutate({ params: { id: props.clientId, policyId: policy._id } });
  };
  return (
    <li className={classes.item}>
      <span className={classes.itemWords}>
        <strong>{policy.name}</strong>
        <span className="rc-quiet-small">
          {`${formatBytes(policy.size)} · ${formatDay(policy.createdAt)}`}
        </span>
      </span>
      <ItemActions
        name={policy.name}
        isRemoving={remove.isPending}
        {...(props.isEditable && { onRemove: () => void take() })}
      >
        <Button
          variant="subtle"
          size="xs"
          className={classes.panelAction ?? ''}
          leftSection={<IconDownload size={15} aria-hidden />}
          aria-label={t('clients.downloadNamed', { name: policy.name })}
          loading={download.isPending}
          onClick={() => download.mutate({ params: { id: props.clientId, policyId: policy._id } })}
        >
          {t('common.download')}
        </Button>
      </ItemActions>
    </li>
  );
}

function AddPolicies({ clientId }: { clientId: string }) {
  const t = useText();
  const add = useCallCommand(clientCalls.addPolicies, { timeoutMs: UPLOAD_TIMEOUT_MS });
  const [files, setFiles] = useState<readonly File[]>([]);
  const send = () =>
    add.mutate(
      { params: { id: clientId }, files: { policy: files } },
      {
        onSuccess: () => {
          setFiles([]);
          showSuccess(t('clients.policiesAdded'));
        },
      },
    );
  return (
    <div className={classes.step}>
      <PolicyDrop files={files} onFiles={setFiles} />
      {files.length > 0 && (
        <div>
          <Button loading={add.isPending} onClick={send}>
            {t('clients.upload', { count: files.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
