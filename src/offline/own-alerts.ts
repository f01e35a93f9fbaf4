import type { Alert } from '../../contract/alert.ts';
import type { Disposition, DispositionClass } from '../../contract/disposition.ts';
import { timeInputSchema } from '../../contract/values.ts';
import { formatClock, formatDay, instantOf } from '../lib/dates.ts';
import { BrokenBlocksError, readWantedHistories } from './cache-blocks.ts';
import { cacheOf, startOver } from './cache-database.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { searchLoans } from './loan-index.ts';
import { isoDay } from './loan-overlay.ts';
import type { CachedLoan } from './loan-overlay.ts';
import { storedCodes } from './reference.ts';
import { announce } from './signals.ts';
import { openedVault } from './vault.ts';
import type { Vault } from './vault.ts';
import { waitingWork } from './waiting-work.ts';

const DISMISSED = 'dismissed-alerts';
/** More than an agent has open at a time; older ones have been worked on since. */
const MOST_DISMISSED = 1000;
/** A day without a time is reminded of when work begins. */
const START_OF_WORK = '09:00';

/** What an own contact says of the next one. */
interface OwnContact {
  id: string;
  kind: DispositionClass | null;
  day: string | null;
  time: string | null;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The logged-in agent's promises and callbacks of this phone's loans, waiting ones included, newest first: the newest of
 * each loan, unless its agent was there again since, or put the alert away. Whether one is due yet is for the caller's clock.
 * Throws LOCKED.
 */
export async function ownAlerts(): Promise<Alert[]> {
  const vault = openedVault();
  const loans = await searchLoans({});
  const contacts = await ownContacts(vault, loans);
  const dismissed = new Set(await readDismissed());
  return loans
    .flatMap((row) => alertOf(row, contacts.get(row.loan._id) ?? []))
    .filter((alert) => !dismissed.has(alert.id))
    .sort((one, other) => Date.parse(other.dueAt) - Date.parse(one.dueAt));
}

/** Puts an alert away for good, on this phone: no network is needed, and a logout does not forget it. Throws LOCKED. */
export async function dismissOwnAlert(id: string): Promise<void> {
  const known = await readDismissed();
  if (!known.includes(id)) await saveDraft(DISMISSED, [...known, id].slice(-MOST_DISMISSED));
  announce('loans');
}

async function readDismissed(): Promise<string[]> {
  const kept = await readDraft(DISMISSED);
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
}

function alertOf({ loan }: CachedLoan, contacts: readonly OwnContact[]): Alert[] {
  const newestFirst = [...contacts].sort((one, other) => other.at - one.at);
  const found = newestFirst.find(({ kind, day }) => isAppointment(kind) && day !== null);
  if (found === undefined || found.day === null) return [];
  const dueAt = instantOf(found.day, found.time ?? START_OF_WORK);
  if (newestFirst.some(({ at }) => at >= Date.parse(dueAt))) return [];
  return [
    {
      id: found.id,
      loanId: loan._id,
      loanNumber: loan.Loan_ID,
      alertType: found.kind === 'PTP' ? 'PTP' : 'CallBack',
      alertDate: formatDay(found.day),
      alertTime: found.time === null ? '' : formatClock(found.time),
      dispositionId: found.id,
      customerName: loan.Customer_Name,
      isFieldDisposition: false,
      dueAt,
    },
  ];
}

const isAppointment = (kind: DispositionClass | null) => kind === 'PTP' || kind === 'CALLBACK';

/** Own contacts by loan: those of the history, and those that wait here and the history does not show yet. */
async function ownContacts(
  vault: Vault,
  loans: readonly CachedLoan[],
): Promise<Map<string, OwnContact[]>> {
  const worked = new Set(
    loans.filter(({ loan }) => loan.disCreatedAt !== null).map(({ loan }) => loan._id),
  );
  // The work first: what a pull brings back in between stands in both, and is told once.
  const waiting = await waitingWork(vault);
  const contacts = await pulledContacts(vault, worked);
  const classes = new Map(
    ((await storedCodes()) ?? []).map((code) => [code.code, code.disposition_class]),
  );
  for (const [loanId, work] of waiting) {
    const known = contacts.get(loanId) ?? [];
    for (const { body, opId, savedAt } of work) {
      const id = typeof body._id === 'string' ? body._id : opId;
      if (typeof body.disposition !== 'string' || known.some((each) => each.id === id)) continue;
      known.push({
        id,
        kind: classes.get(body.disposition) ?? null,
        day: typeof body.date === 'string' ? isoDay(body.date) : null,
        time: clockOf(body.time),
        at: savedAt,
      });
    }
    contacts.set(loanId, known);
  }
  return contacts;
}

async function pulledContacts(
  { user, key }: Vault,
  loanIds: ReadonlySet<string>,
): Promise<Map<string, OwnContact[]>> {
  try {
    const histories = await readWantedHistories(cacheOf(user._id), key, loanIds);
    return new Map(
      [...histories].map(([loanId, history]) => [
        loanId,
        history.filter((each) => each.fieldAgentId === user._id).map(toContact),
      ]),
    );
  } catch (error) {
    if (!(error instanceof BrokenBlocksError)) throw error;
    // Damaged blocks come again with the next pull, and their alerts with them.
    await startOver(user._id, { brokenHistories: error.ids });
    return new Map();
  }
}

function toContact({
  _id,
  disposition_class: kind,
  date,
  time,
  disCreatedAt,
}: Disposition): OwnContact {
  return { id: _id, kind, day: date, time: clockOf(time), at: Date.parse(disCreatedAt) };
}

/** A clock time as `HH:mm`, however it was written. */
function clockOf(time: unknown): string | null {
  const parsed = timeInputSchema.safeParse(time);
  return parsed.success ? parsed.data : null;
}
