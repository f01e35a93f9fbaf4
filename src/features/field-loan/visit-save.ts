import type { DispositionCode, Position } from '../../../contract/disposition.ts';
import { sha256Hex, utf8 } from '../../offline/bytes.ts';
import { DeviceError } from '../../offline/errors.ts';
import { saveOperation } from '../../offline/operation-save.ts';
import { dropAllChosen, endVisitDraft, keepVisitFiles } from './visit-draft.ts';
import type { VisitFile } from './visit-draft.ts';
import { amountOf } from './visit-choices.ts';
import { takesReceipt, visitBody } from './visit-form.ts';
import type { VisitValues } from './visit-form.ts';

/** A filled-in visit. */
export interface FilledVisit {
  visitId: string;
  loanId: string;
  values: VisitValues;
  code: DispositionCode;
  position: Position;
  files: readonly VisitFile[];
}

/**
 * Saves a visit durably on this phone and forgets its draft. Returns the receipt's number; null: it wrote none, or none was
 * left. `elsewhereId`: another tab saved the visit that both had open under it; the same again is that visit, anything else a
 * second one; with money in it ALREADY_SAVED, to be saved once more as such. Throws what `saveOperation` throws; the draft then stays.
 */
export async function saveVisit(
  visit: FilledVisit,
  elsewhereId: string | null = null,
): Promise<number | null> {
  const known = elsewhereId === null ? null : await knownAs(elsewhereId, visit);
  // Money that was taken in twice is said twice, and counted: how much is left is another sum then.
  if (elsewhereId !== null && known === null && amountOf(visit.code) === 'collected')
    throw new DeviceError('ALREADY_SAVED');
  const { receiptNumber } = known ?? { receiptNumber: await storeOrMakeRoom(visit) };
  // Saved is saved: a draft that can't be removed now must not make it look otherwise.
  await endVisitDraft(visit).catch(() => undefined);
  return receiptNumber;
}

/** What the same visit was saved with before under that id; null: what was saved there is another one. */
async function knownAs(
  visitId: string,
  visit: FilledVisit,
): Promise<{ receiptNumber: number | null } | null> {
  try {
    return { receiptNumber: await store({ ...visit, visitId }) };
  } catch (error) {
    if (error instanceof DeviceError && error.code === 'ALREADY_SAVED') return null;
    throw error;
  }
}

async function storeOrMakeRoom(visit: FilledVisit): Promise<number | null> {
  try {
    return await store(visit);
  } catch (error) {
    const isFull = error instanceof DeviceError && error.code === 'STORAGE_FULL';
    if (!isFull || visit.files.length === 0) throw error;
    return storeInPlaceOfDraft(visit);
  }
}

/**
 * Under which id a visit sends a chosen file, the same at each try. A second visit that was begun as the first one has its
 * pictures too: each sends files of its own, in the order in which they were chosen.
 */
async function sentId(visitId: string, id: string): Promise<string> {
  const hash = await sha256Hex(utf8(`${visitId} ${id}`));
  const [first, second] = id.split('-');
  return `${first}-${second}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

async function store({ visitId, loanId, values, code, position, files }: FilledVisit) {
  const recordedAt = new Date().toISOString();
  const sent = files.map(async ({ id, ...file }) => {
    return { _id: await sentId(visitId, id), ...file };
  });
  const { receiptNumber } = await saveOperation({
    call: 'createFieldDisposition',
    opId: visitId,
    loanId,
    body: visitBody(values, code, { id: visitId, loanId, position, recordedAt }),
    files: await Promise.all(sent),
    takesReceiptNumber: takesReceipt(values, code),
  });
  return receiptNumber;
}

/** The draft's own copies of the photos may be what fills the phone: they make room, and come back if that fails. */
async function storeInPlaceOfDraft(visit: FilledVisit): Promise<number | null> {
  await keepVisitFiles(visit, []);
  await dropAllChosen(visit);
  try {
    return await store(visit);
  } catch (error) {
    await keepVisitFiles(visit, visit.files).catch(() => undefined);
    throw error;
  }
}
