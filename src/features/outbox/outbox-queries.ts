import { useRef, useState } from 'react';
import { showError, showInfo, showSuccess } from '../../components/toast-store.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { saveBlob } from '../../lib/download.ts';
import { useText } from '../../lib/texts/texts.ts';
import { closedLoans } from '../../offline/closed-loans.ts';
import type { ClosedLoan } from '../../offline/closed-loans.ts';
import { sendNow } from '../../offline/delivery.ts';
import { readGrant } from '../../offline/device-store.ts';
import { leftForms } from '../../offline/input-drafts.ts';
import { readLoan } from '../../offline/loan-index.ts';
import { exportStuck } from '../../offline/outbox-export.ts';
import type { OutboxItem } from '../../offline/outbox-item.ts';
import { outboxSummary } from '../../offline/outbox-summary.ts';
import { listOutbox } from '../../offline/outbox.ts';
import { storedCodes } from '../../offline/reference.ts';
import { requestPersistence, storageHealth } from '../../offline/storage-health.ts';
import { storedUser } from '../../remote/stored-user.ts';
import { lostRanges } from './lost-work.ts';
import type { LostRange } from './lost-work.ts';

/** An item with what an agent knows it by. Null where the loan is no longer on this device, nor told of as one that left it. */
export interface ShownItem extends OutboxItem {
  customerName: string | null;
  loanNumber: string | null;
  /** What a visit or call came to, with the catalogue's label; null for what is neither. */
  disposition: { code: string; label: string } | null;
}

const TOPICS = ['outbox', 'delivery', 'loans', 'pull', 'vault'] as const;

/** The logged-in person's items on this device, unsent ones first. */
export function useOutbox() {
  return useDeviceQuery({ key: ['outbox', 'items'], topics: TOPICS, load: loadItems });
}

async function loadItems(): Promise<ShownItem[]> {
  const [items, codes, left] = await Promise.all([
    listOutbox(),
    storedCodes(),
    closedLoans().catch(() => []),
  ]);
  const labels = new Map((codes ?? []).map((code) => [code.code, code.label]));
  return Promise.all(items.map((item) => shownItem(item, labels, left)));
}

async function shownItem(
  item: OutboxItem,
  labels: ReadonlyMap<string, string>,
  left: readonly ClosedLoan[],
): Promise<ShownItem> {
  const here = (await readLoan(item.loanId).catch(() => null))?.loan;
  const loan = here ?? left.find(({ loanId }) => loanId === item.loanId);
  const code = item.body?.disposition;
  return {
    ...item,
    customerName: loan?.Customer_Name ?? null,
    loanNumber: loan?.Loan_ID ?? null,
    disposition: typeof code === 'string' ? { code, label: labels.get(code) ?? code } : null,
  };
}

/** Own work that was saved here and is nowhere any more, as the server counts; empty when nothing is lost. */
export function useLostWork() {
  return useDeviceQuery({ key: ['outbox', 'lost'], topics: TOPICS, load: loadLost });
}

async function loadLost(): Promise<LostRange[]> {
  const userId = storedUser()?._id;
  const gaps = userId === undefined ? [] : ((await readGrant(userId))?.gaps ?? []);
  return gaps.length === 0 ? [] : lostRanges(gaps, await listOutbox());
}

const NONE_LEFT: Awaited<ReturnType<typeof leftForms>> = [];

/** The forms that were left unfinished long ago. */
export function useLeftForms() {
  const { data, refetch } = useDeviceQuery({
    key: ['outbox', 'left-forms'],
    topics: ['vault'],
    load: leftForms,
    isReadAnew: true,
  });
  return { forms: data ?? NONE_LEFT, again: refetch };
}

/** How full this device's storage is, and whether the browser promised to keep it. */
export function useStorageHealth() {
  return useDeviceQuery({
    key: ['outbox', 'storage'],
    topics: ['outbox', 'pull'],
    load: storageHealth,
  });
}

/** How far each item has come: what the server has of it. */
const howFar = (items: readonly OutboxItem[]): string =>
  JSON.stringify(
    items.map(({ opId, confirmedAt, files }) => [
      opId,
      confirmedAt,
      files.map(({ state, sentBytes }) => [state, sentBytes]),
    ]),
  );

/** A sending that takes longer is told to go on, and nobody is kept waiting for its end, milliseconds. */
const PATIENCE_MS = 10_000;

/** Sends everything now, whatever the waiting times say, and tells how it ended. */
export function useSendNow(): { isSending: boolean; send: () => Promise<void> } {
  const t = useText();
  const [isSending, setSending] = useState(false);
  const isGoingOn = useRef(false);
  const tellGoingOn = () => {
    isGoingOn.current = true;
    setSending(false);
    showInfo(t('outbox.sendGoesOn'));
  };
  const send = async () => {
    if (isGoingOn.current) return tellGoingOn();
    setSending(true);
    const timer = setTimeout(tellGoingOn, PATIENCE_MS);
    try {
      const before = howFar(await listOutbox());
      await sendNow();
      const { unsent, attention } = await outboxSummary();
      const hasMoved = howFar(await listOutbox()) !== before;
      if (unsent === 0) showSuccess(t('outbox.sentAll'));
      // Each item says by now how it stands; the press is long ago.
      else if (isGoingOn.current) return undefined;
      else if (hasMoved) showInfo(t('outbox.sentSome'));
      else if (attention === 0 && !navigator.onLine) showError(t('outbox.sendFailed'));
      else showError(t('outbox.sentNone'));
    } catch {
      showError(t('outbox.sendFailed'));
    } finally {
      clearTimeout(timer);
      isGoingOn.current = false;
      setSending(false);
    }
  };
  return { isSending, send };
}

/** Saves what is stuck as a sealed file. Throws LOCKED. */
export async function downloadStuck(): Promise<void> {
  const { fileName, text } = await exportStuck();
  saveBlob({ blob: new Blob([text], { type: 'application/json' }), fileName });
}

/** Asks the browser to keep this device's data; false when it won't promise. */
export async function askToKeep(): Promise<boolean> {
  return requestPersistence();
}
