import type { NotificationFacts, NotificationKind } from '../../contract/notification.ts';

/** What the English words are made of. */
export interface Told {
  readonly kind: NotificationKind;
  readonly facts: NotificationFacts;
  /** Null: about no single loan, or one that the reader may not see. */
  readonly loanNumber: string | null;
}

const counted = (count: number | undefined, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${(count ?? 0).toLocaleString('en-IN')} ${many}`;

const by = (name: string | undefined) => (name === undefined ? '' : ` by ${name}`);

const forAmount = (amount: number | undefined) =>
  amount === undefined ? '' : ` for ₹${amount.toLocaleString('en-IN')}`;

/** A notification in English, for readers of the API; the app makes its own words in the reader's language. */
export function messageOf({ kind, facts, loanNumber }: Told): string {
  const loan = loanNumber === null ? 'a loan' : `loan ${loanNumber}`;
  const file = facts.fileName ?? 'The file';
  switch (kind) {
    case 'ALLOCATION':
      return `${counted(facts.count, 'loan', 'loans')} allocated to you${by(facts.personName)}`;
    case 'FIELD_DISPOSITION':
      return `Visit to ${loan}${by(facts.personName)}: ${facts.disposition ?? 'recorded'}`;
    case 'SETTLEMENT_PROPOSED':
      return `Settlement${forAmount(facts.amount)} proposed for ${loan}${by(facts.personName)}`;
    case 'SETTLEMENT_APPROVED':
      return `Settlement${forAmount(facts.amount)} of ${loan} approved${by(facts.personName)}`;
    case 'SETTLEMENT_REJECTED':
      return `Settlement${forAmount(facts.amount)} of ${loan} rejected${by(facts.personName)}`;
    case 'SETTLEMENT_LETTER':
      return `Settlement letter of ${loan} uploaded${by(facts.personName)}`;
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
    case 'PROMISE_BROKEN':
      return `Promise${forAmount(facts.amount)} broken: ${loan}`;
    case 'RECEIPT_CANCEL_ASKED':
      return `Asked to cancel the receipt${forAmount(facts.amount)} on ${loan}${by(facts.personName)}`;
    case 'RECEIPT_CANCELLED':
      return `Receipt${forAmount(facts.amount)} on ${loan} cancelled${by(facts.personName)}`;
    case 'RECEIPT_KEPT':
      return `Receipt${forAmount(facts.amount)} on ${loan} kept${by(facts.personName)}: it is not cancelled`;
  }
}
