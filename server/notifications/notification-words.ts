import { LOAN_BACK, WAITS_FOR_NOBODY } from '../../contract/notification.ts';
import type { NotificationFacts, NotificationKind } from '../../contract/notification.ts';
import { countText, rupeesText } from '../../contract/rupees.ts';
import { wireDay } from '../../contract/values.ts';

/** What the English words are made of. */
export interface Told {
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
  /** Null: about no single loan, or one that the reader may not see. */
  readonly loanNumber: string | null;
}

const counted = (count: number | undefined, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${countText(count ?? 0)} ${many}`;

const by = (name: string | undefined) => (name === undefined ? '' : ` by ${name}`);

const forAmount = (amount: number | undefined) =>
  amount === undefined ? '' : ` for ${rupeesText(amount)}`;

const besideThat = ({ others = [] }: NotificationFacts) =>
  others.map(({ personName, amount }) => `; ${rupeesText(amount)}${by(personName)}`).join('');

const DECIDED = {
  SETTLEMENT_APPROVED: 'approved',
  SETTLEMENT_REJECTED: 'rejected',
  SETTLEMENT_WITHDRAWN: 'withdrawn',
} as const;

type SettlementKind = Extract<NotificationKind, `SETTLEMENT_${string}`>;

const isOfSettlement = (kind: NotificationKind): kind is SettlementKind =>
  kind.startsWith('SETTLEMENT_');

function settlementMessage(kind: SettlementKind, facts: NotificationFacts, loan: string): string {
  const who = by(facts.personName);
  const settlement = `Settlement${forAmount(facts.amount)}`;
  switch (kind) {
    case 'SETTLEMENT_PROPOSED':
      return `${settlement} proposed for ${loan}${who}`;
    case 'SETTLEMENT_APPROVED':
    case 'SETTLEMENT_REJECTED':
    case 'SETTLEMENT_WITHDRAWN':
      return `${settlement} of ${loan} ${DECIDED[kind]}${who}`;
    case 'SETTLEMENT_CLOSED':
      return `${settlement} of ${loan} closed: ${
        facts.reason === 'LOAN_ENDED' ? 'the loan is no longer worked' : 'nothing is due any more'
      }`;
    case 'SETTLEMENT_LETTER':
      return `Settlement letter of ${loan} uploaded${who}`;
    case 'SETTLEMENT_LETTER_DIFFERS':
      return `Settlement letter of ${loan} differs from what was approved${who}: ${facts.reason ?? 'confirmed'}`;
    case 'SETTLEMENT_COUNTERED':
      return `Other terms${forAmount(facts.amount)} offered for the settlement of ${loan}${who}`;
    case 'SETTLEMENT_WAITS':
      return facts.reason === WAITS_FOR_NOBODY
        ? `${settlement} of ${loan} waits for its client, of whom nobody who could decide can log in`
        : `${settlement} of ${loan} is still waiting for you`;
    case 'SETTLEMENT_DUE_SOON':
      return `${settlement} of ${loan} is to be paid by ${wireDay(facts.dueOn ?? '')}`;
    case 'SETTLEMENT_FULFILLED':
      return `${settlement} of ${loan} paid in full`;
    case 'SETTLEMENT_BROKEN':
      return `${settlement} of ${loan} broken: the full due stands again`;
    case 'SETTLEMENT_EXPIRED':
      return `${settlement} of ${loan} expired: the full due stands`;
    case 'SETTLEMENT_RESUMED':
      return `${settlement} of ${loan} is being paid`;
    case 'SETTLEMENT_REOPENED':
      return facts.reason === LOAN_BACK
        ? `${settlement} of ${loan} is open again: the loan came back`
        : `${settlement} of ${loan} is no longer paid in full: a payment was reversed`;
    case 'SETTLEMENT_BOUNCED':
      return `${facts.amount === undefined ? 'Money' : rupeesText(facts.amount)} paid on ${loan} bounced while its settlement is open`;
  }
}

/** A notification in English, for readers of the API; the app makes its own words in the reader's language. */
export function messageOf({ kind, facts, loanNumber }: Told): string {
  const loan = loanNumber === null ? 'a loan' : `loan ${loanNumber}`;
  const file = facts.fileName ?? 'The file';
  if (isOfSettlement(kind)) return settlementMessage(kind, facts, loan);
  switch (kind) {
    case 'ALLOCATION':
      return `${counted(facts.count, 'loan', 'loans')} allocated to you${by(facts.personName)}`;
    case 'FIELD_DISPOSITION':
      return `Visit to ${loan}${by(facts.personName)}: ${facts.disposition ?? 'recorded'}`;
    case 'IMPORT_FINISHED':
      return `${file} imported: ${counted(facts.count, 'loan', 'loans')} stored${
        facts.failedCount ? `, ${counted(facts.failedCount, 'row', 'rows')} refused` : ''
      }`;
    case 'IMPORT_FAILED':
      return `${file} could not be imported`;
    case 'CONTACT_BREACH':
      return `Contact outside the rules on ${loan}${by(facts.personName)}`;
    case 'CONTACT_EXCEPTION':
      return `Leave asked for a contact against the rules on ${loan}${by(facts.personName)}`;
    case 'EXCEPTION_GRANTED':
      return `The contact you asked for on ${loan} is allowed for a while${by(facts.personName)}`;
    case 'EXCEPTION_REFUSED':
      return `The contact you asked for on ${loan} stays against the rules: refused${by(facts.personName)}`;
    case 'PROMISE_BROKEN':
      return `Promise${forAmount(facts.amount)} broken: ${loan}`;
    case 'RECEIPT_CANCEL_ASKED':
      return `Asked to cancel the receipt${forAmount(facts.amount)} on ${loan}${by(facts.personName)}`;
    case 'RECEIPT_CANCELLED':
      return `Receipt${forAmount(facts.amount)} on ${loan} cancelled${by(facts.personName)}`;
    case 'RECEIPT_KEPT':
      return `Receipt${forAmount(facts.amount)} on ${loan} kept${by(facts.personName)}: it is not cancelled`;
    case 'DEPOSIT_CANCELLED':
      return `Deposit${forAmount(facts.amount)} cancelled${by(facts.personName)}, its money is in hand again: ${facts.reason ?? 'no reason given'}`;
    case 'RECEIPT_TAKEN_OUT':
      return `Receipt${forAmount(facts.amount)} on ${loan} taken out of its deposit${by(facts.personName)}, in hand again: ${facts.reason ?? 'no reason given'}`;
    case 'RECEIPT_EXCESS':
      return `${rupeesText(facts.amount ?? 0)} collected on ${loan}${by(facts.personName)}, of which ${rupeesText(facts.left ?? 0)} was left to collect${besideThat(facts)}`;
    case 'WORK_REVIEW':
      return `Work${by(facts.personName)} waits for your decision: its time is not proved`;
    case 'WORK_REFUSED':
      return `Your work on ${loan} does not count: ${facts.reason ?? 'refused'}`;
    case 'BACKUP_FAILED':
      return 'A backup failed, or lacks files';
    case 'REPORT_READY':
      return `${file} is ready: ${counted(facts.count, 'row', 'rows')}`;
    case 'REPORT_FAILED':
      return `${file} could not be made`;
    case 'SHARING_OUT_FAILED':
      return 'Sharing out loans did not go through';
    case 'SENDING_FAILED':
      return 'Sending messages to many did not go through';
    case 'BACKUP_LATE':
      return 'The last good backup is older than a day';
    case 'BACKUP_KEY_CHANGED':
      return 'Backups are encrypted for another key now';
    case 'PUT_BACK':
      return `Recoup was put back to what was saved until ${facts.savedUntil ?? 'an earlier time'}: what was entered after that is gone, but for what devices deliver again`;
  }
}
