import type { TFunction } from 'i18next';
import { LOAN_BACK, WAITS_FOR_NOBODY } from '../../../contract/notification.ts';
import type { Notification } from '../../../contract/notification.ts';
import { RECEIPT_KEEPERS } from '../../../contract/receipt.ts';
import { ADMINS } from '../../../contract/roles.ts';
import type { Role } from '../../../contract/roles.ts';
import { dispositionWords } from '../../components/disposition-words.ts';
import { formatDay, formatDayTime } from '../../lib/dates.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { settlementPath } from '../../components/settlement-path.ts';

/** What says more than its kind. */
const OF_REASON: Readonly<
  Record<string, 'SETTLEMENT_CLOSED_ended' | 'SETTLEMENT_WAITS_nobody' | 'SETTLEMENT_REOPENED_back'>
> = {
  LOAN_ENDED: 'SETTLEMENT_CLOSED_ended',
  [WAITS_FOR_NOBODY]: 'SETTLEMENT_WAITS_nobody',
  [LOAN_BACK]: 'SETTLEMENT_REOPENED_back',
};

/** What happened, in the reader's language. */
export function notificationWords(t: TFunction, notice: Notification): string {
  const { kind, facts } = notice;
  const loan = notice.Loan_ID ?? t('notifications.someLoan');
  const file = facts.fileName ?? t('notifications.someFile');
  const counted = { count: facts.count ?? 0, shown: formatCount(facts.count ?? 0) };
  switch (kind) {
    case 'ALLOCATION':
      return facts.count === 1 && notice.Loan_ID !== null
        ? t('notifications.ALLOCATION_single', { loan })
        : t('notifications.ALLOCATION', counted);
    case 'FIELD_DISPOSITION':
      return t('notifications.FIELD_DISPOSITION', { loan, outcome: outcomeOf(t, facts) });
    case 'IMPORT_FINISHED':
    case 'REPORT_READY':
    case 'REPORT_FAILED':
    case 'IMPORT_FAILED':
      return t(`notifications.${kind}`, { file, ...counted });
    case 'DEPOSIT_CANCELLED':
    case 'RECEIPT_TAKEN_OUT':
    case 'WORK_REFUSED':
      return t(`notifications.${kind}`, { loan, reason: facts.reason ?? '' });
    case 'CONTACT_BREACH':
    case 'CONTACT_EXCEPTION':
    case 'EXCEPTION_GRANTED':
    case 'EXCEPTION_REFUSED':
    case 'PROMISE_BROKEN':
    case 'RECEIPT_CANCEL_ASKED':
    case 'RECEIPT_CANCELLED':
    case 'RECEIPT_KEPT':
    case 'RECEIPT_EXCESS':
    case 'SETTLEMENT_PROPOSED':
    case 'SETTLEMENT_APPROVED':
    case 'SETTLEMENT_REJECTED':
    case 'SETTLEMENT_LETTER':
    case 'SETTLEMENT_COUNTERED':
    case 'SETTLEMENT_WITHDRAWN':
    case 'SETTLEMENT_FULFILLED':
    case 'SETTLEMENT_BROKEN':
    case 'SETTLEMENT_EXPIRED':
    case 'SETTLEMENT_RESUMED':
    case 'SETTLEMENT_BOUNCED':
    case 'SETTLEMENT_LETTER_DIFFERS':
      return t(`notifications.${kind}`, { loan });
    case 'SETTLEMENT_DUE_SOON':
      return t('notifications.SETTLEMENT_DUE_SOON', { loan, day: formatDay(facts.dueOn ?? null) });
    case 'SETTLEMENT_WAITS':
    case 'SETTLEMENT_CLOSED':
    case 'SETTLEMENT_REOPENED':
      return t(`notifications.${OF_REASON[facts.reason ?? ''] ?? kind}`, { loan });
    case 'PUT_BACK':
      return t('notifications.PUT_BACK', { time: formatDayTime(facts.savedUntil ?? null) });
    case 'WORK_REVIEW':
    case 'BACKUP_FAILED':
    case 'BACKUP_LATE':
    case 'BACKUP_KEY_CHANGED':
    case 'SHARING_OUT_FAILED':
    case 'SENDING_FAILED':
      return t(`notifications.${kind}`);
  }
}

function outcomeOf(t: TFunction, { disposition: code = '' }: Notification['facts']): string {
  return dispositionWords(t, code, code);
}

/** The rest of it: an amount, refused rows, who, which client. */
export function notificationDetails(t: TFunction, notice: Notification): string[] {
  const { amount, failedCount = 0, personName, reason, left, others = [] } = notice.facts;
  return [
    amount === undefined ? '' : formatRupees(amount),
    failedCount === 0
      ? ''
      : t('notifications.refused', { count: failedCount, shown: formatCount(failedCount) }),
    personName === undefined ? '' : t('words.byPerson', { name: personName }),
    left === undefined ? '' : t('notifications.left', { amount: formatRupees(left) }),
    ...others.map((other) =>
      t('notifications.also', { name: other.personName, amount: formatRupees(other.amount) }),
    ),
    notice.Client_Name ?? '',
    // Of refused work it stands in the words themselves.
    notice.kind === 'SETTLEMENT_LETTER_DIFFERS' ? (reason ?? '') : '',
  ].filter((part) => part !== '');
}

const LOAN_PATHS: Readonly<Partial<Record<Role, (notice: Notification) => string>>> = {
  COLLECTOR: ({ loanId }) => `/call-management?loanId=${loanId}`,
  MANAGER: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  ADMIN: ({ loanId }) => `/view-loan?loanId=${loanId}`,
  FIELD_AGENT: ({ loanId }) => `/field-agent/loan?id=${loanId}`,
  CLIENT_ADMIN: ({ Loan_ID }) => `/loans?search=${encodeURIComponent(Loan_ID ?? '')}`,
};

const LIST_PATHS: Readonly<Partial<Record<Role, string>>> = {
  COLLECTOR: '/active-loans',
  MANAGER: '/all-loans',
  FIELD_AGENT: '/field-agent-loans',
};

/** Who has a screen of cash in hand. */
const MONEY_KEEPERS: ReadonlySet<Role> = new Set([...ADMINS, ...RECEIPT_KEEPERS]);

/** Where a notification leads its reader: the loan, the list, the import; null when there is no screen for it. */
export function notificationPath(role: Role, notice: Notification): string | null {
  if (notice.kind.startsWith('IMPORT')) {
    if (role !== 'ADMIN' && role !== 'CLIENT_ADMIN') return null;
    const { importId } = notice.facts;
    return importId === undefined ? '/upload-loan' : `/upload-loan?import=${importId}`;
  }
  if (notice.kind.startsWith('BACKUP')) return role === 'ADMIN' ? '/backup' : null;
  if (notice.kind.startsWith('CONTACT')) return role === 'MANAGER' ? '/contact-breaches' : null;
  if (notice.kind === 'SHARING_OUT_FAILED')
    return role === 'CLIENT_ADMIN' ? '/loans/auto-allocation' : '/process-allocation';
  if (notice.kind === 'SENDING_FAILED') return '/messages';
  if (notice.kind === 'WORK_REVIEW') return role === 'MANAGER' ? '/work-reviews' : null;
  if (notice.kind === 'RECEIPT_CANCEL_ASKED')
    return role === 'MANAGER' ? '/receipts?view=all&asked=1' : null;
  if (notice.kind === 'DEPOSIT_CANCELLED' || notice.kind === 'RECEIPT_TAKEN_OUT')
    return MONEY_KEEPERS.has(role) ? '/receipts' : null;
  if (notice.kind === 'RECEIPT_EXCESS')
    return role === 'MANAGER' ? '/receipts?view=all&excess=OPEN' : null;
  if (notice.settalementId !== null) {
    const path = settlementPath(role, notice.settalementId);
    if (path !== null) return path;
  }
  if (notice.loanId !== null) return LOAN_PATHS[role]?.(notice) ?? null;
  return notice.kind === 'ALLOCATION' ? (LIST_PATHS[role] ?? null) : null;
}
