import { useSyncExternalStore } from 'react';
import { messageRequestStore } from '../../components/message-request.ts';
import { RunDialog } from './run-dialog.tsx';
import { SendDialog } from './send-dialog.tsx';

const close = () => messageRequestStore.set(null);

/** The dialog that a screen asked for by `askForMessage` or `askForMessages`; one stands in the frame. */
export function MessageDialogs() {
  const request = useSyncExternalStore(messageRequestStore.subscribe, messageRequestStore.get);
  if (request === null) return null;
  if (request.kind === 'one')
    return <SendDialog loanId={request.loanId} channel={request.channel} onClose={close} />;
  return <RunDialog loans={request.loans} count={request.count} onClose={close} />;
}
