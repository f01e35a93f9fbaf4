import { sentencesOf } from './sentences.ts';

/** Refusals that tell more than their code does. They are answered in English; a screen finds them here again and says them in its reader's language. */
export const REFUSAL_WORDS = {
  'not-your-turn': 'This settlement does not wait for you.',
  'own-terms': 'You proposed this settlement or set its terms: somebody else has to decide.',
  'beyond-limit': 'This waiver is beyond what you may approve: a higher level decides.',
  'not-now': 'This can not be done with the settlement as it stands now.',
  'terms-missing': 'Give the other terms.',
  'same-terms': 'These are the terms that stand. Change them, or decide about them as they are.',
  'offer-over': 'This offer was valid until {{day}}. Propose it anew.',
  'loan-not-worked': 'This loan is not worked any more. Reject this settlement or withdraw it.',
  'due-is-less':
    'Only {{due}} is due by now, no more than the offer. Reject this settlement or withdraw it.',
  'due-is-more':
    '{{amount}} that was counted as paid when this was offered bounced: more is due. Offer other terms.',
  'due-is-more-approved':
    '{{amount}} that was counted as paid when this was offered bounced: more is due. Withdraw this settlement and propose it anew.',
  'decided-meanwhile': '{{name}} was faster. Look at the settlement again, then decide.',
  'paid-meanwhile':
    'A payment or its loan changed this settlement meanwhile. Look at it again, then decide.',
  'closed-with-loan': 'This settlement was closed meanwhile: its loan is no longer worked.',
  'closed-nothing-due':
    'This settlement was closed meanwhile: nothing is due on its loan any more.',
  'changed-meanwhile': '{{name}} changed this meanwhile. Load it again and repeat your change.',
  'settlement-open':
    'Loan {{loan}} has an open settlement already, proposed by {{name}}. Nothing was saved.',
  'cooling-period': 'Loan {{loan}} was settled before. No new settlement before {{day}}.',
  'nudged-lately': 'The client was reminded less than an hour ago. Remind it again later.',
  'nobody-to-remind':
    'Nobody at {{client}} who could decide has a working login. An admin can make or enable one.',
  'own-account': 'This is your own account. Ask another admin to change it.',
  'super-admin-only': 'Only a super admin may change a super admin.',
  'last-admin': 'This is the last admin who can log in. Make another admin first.',
  'work-on-phone':
    'Work of {{name}} is still on a phone and not here: {{count}}. Let the phone deliver them, or end the phone at Agents’ phones, then delete.',
  'cash-in-hand':
    '{{amount}} that {{name}} took in is still in hand. Deposit it at Cash in hand, or cancel its receipts, then delete. Until then you can disable the account.',
  'cash-before-role':
    '{{amount}} that {{name}} took in is still in hand. Deposit it at Cash in hand, or cancel its receipts, then change the role.',
  'cash-in-review':
    '{{amount}} that {{name}} took in waits for a decision at Work to Review. Decide on it there first.',
  'partner-has-people':
    'People or clients belong to this partner. Delete it at Partners, where they are handed over.',
  'same-letter': 'This very letter is stored already, uploaded by {{name}}. Nothing was saved.',
} as const;

/** Names one of the sentences. */
export type RefusalWord = keyof typeof REFUSAL_WORDS;

/** A refusal's sentence filled in, and found again. */
export const { fill: refusalSentence, find: findRefusal } = sentencesOf(REFUSAL_WORDS);
