import { attachedFileCalls } from '../../../contract/attached-file.ts';
import type { AttachedFile } from '../../../contract/disposition.ts';
import { useDeviceQuery } from '../../data/device-query.ts';
import { begunCorrections } from '../../offline/begun-visits.ts';
import type { BegunCorrection, BegunVisit } from '../../offline/begun-visits.ts';
import { closedLoans } from '../../offline/closed-loans.ts';
import type { ClosedLoan } from '../../offline/closed-loans.ts';
import { loanHistory } from '../../offline/loan-history.ts';
import type { HistoryEntry } from '../../offline/loan-history.ts';
import { loanAtOnce, readLoan } from '../../offline/loan-index.ts';
import { readOwnFile } from '../../offline/own-file.ts';
import { isListLost, pull } from '../../offline/pull.ts';
import { receiptNumbersLeft } from '../../offline/receipt-numbers.ts';
import { dispositionCodes } from '../../offline/reference.ts';
import { usesOffline } from '../../offline/session.ts';
import { openedVault } from '../../offline/vault.ts';
import { server } from '../../remote/session-client.ts';
import { begunVisit } from './visit-draft.ts';

/** A loan of this phone with its waiting corrections; null when it is not here (any more). */
export function useLoan(loanId: string) {
  return useDeviceQuery({
    key: ['field-loan', loanId],
    topics: ['loans', 'pull', 'outbox', 'delivery', 'vault'],
    load: () => readLoan(loanId),
    atOnce: () => loanAtOnce(loanId),
  });
}

/** Has a loan left this phone's list? Not while the list itself is not there. */
export function useIsGone(loanId: string): boolean {
  const { data = false } = useDeviceQuery({
    key: ['field-loan', loanId, 'gone'],
    topics: ['loans', 'pull', 'vault'],
    load: async () => !(await isListLost()) && (await readLoan(loanId)) === null,
  });
  return data;
}

/** Why a loan is over, as far as this phone was told; null: it is not, or never was here. */
export function useClosedLoan(loanId: string): ClosedLoan | null {
  const { data } = useDeviceQuery({
    key: ['field-loan', loanId, 'closed'],
    topics: ['loans', 'pull', 'vault'],
    load: async () => (await closedLoans()).find((loan) => loan.loanId === loanId) ?? null,
  });
  return data ?? null;
}

/** The half-filled form of a visit that is kept on this phone, or null; undefined while it is read. */
export function useBegunVisit(loanId: string): BegunVisit | null | undefined {
  const draft = useDeviceQuery({
    key: ['field-loan', loanId, 'draft'],
    topics: ['vault', 'outbox'],
    load: () => begunVisit(loanId),
    // Begun or saved since this screen was last seen.
    isReadAnew: true,
  });
  return draft.data;
}

const NO_CORRECTIONS: readonly BegunCorrection[] = [];

/** The half-filled corrections of a loan that are kept on this phone. */
export function useBegunCorrections(loanId: string) {
  const { data, refetch } = useDeviceQuery({
    key: ['field-loan', loanId, 'corrections'],
    topics: ['vault', 'outbox'],
    load: () => begunCorrections(loanId),
    isReadAnew: true,
  });
  return { corrections: data ?? NO_CORRECTIONS, again: refetch };
}

/** A loan's contacts, newest first, own waiting ones included. */
export function useLoanHistory(loanId: string) {
  return useDeviceQuery({
    key: ['field-loan', loanId, 'history'],
    topics: ['loans', 'pull', 'outbox', 'delivery', 'vault'],
    load: () => historyWithOwnPictures(loanId),
  });
}

async function historyWithOwnPictures(loanId: string): Promise<HistoryEntry[]> {
  return Promise.all((await loanHistory(loanId)).map(withOwnPictures));
}

/** A picture that this phone still has can be shown, whether or not the server has it by now. */
async function withOwnPictures(entry: HistoryEntry): Promise<HistoryEntry> {
  const { disposition } = entry;
  const files = await Promise.all(disposition.files.map(asShown));
  return { ...entry, disposition: { ...disposition, files } };
}

async function asShown(file: AttachedFile): Promise<AttachedFile> {
  if (file.isDelivered || !file.contentType.startsWith('image/')) return file;
  return { ...file, isDelivered: (await readOwnFile(file._id)) !== null };
}

/** The codes of visits; an error when they never came to this phone and there is no network. */
export function useFieldCodes() {
  return useDeviceQuery({
    key: ['field-loan', 'codes'],
    topics: ['pull', 'vault'],
    load: () => dispositionCodes('FIELD'),
  });
}

/** Fetches this phone's list when it has none, or lost a part of it; lenders' people have none. Throws the pull's errors. */
export async function fetchLostList(): Promise<void> {
  if (usesOffline(openedVault().user.role) && (await isListLost())) await pull();
}

/** A file's bytes: from this phone while it waits here, from the server afterwards. Throws the client's errors. */
export async function loadFile(fileId: string, isPreview: boolean): Promise<Blob> {
  const own = await readOwnFile(fileId);
  if (own !== null) return new Blob([own], { type: 'image/jpeg' });
  const query = isPreview ? ({ preview: '1' } as const) : {};
  const { blob } = await server.download(
    attachedFileCalls.getFile,
    { params: { id: fileId }, query },
    { isBackground: true },
  );
  return blob;
}

/** Receipt numbers that this phone has left for its agent. */
export function useReceiptNumbersLeft() {
  return useDeviceQuery({
    key: ['field-loan', 'receipt-numbers'],
    topics: ['outbox', 'pull', 'vault'],
    load: receiptNumbersLeft,
  });
}
