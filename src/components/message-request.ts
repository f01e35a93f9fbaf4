import { createStore } from '../lib/store.ts';

/** The loans of a message to many: named, or all active ones that match a list's filter. */
export type RequestedLoans =
  | { readonly loanIds: string[] }
  | { readonly matching: Readonly<Record<string, unknown>> };

/** What somebody wants to send: a message of one loan, or one template to many loans. */
export type MessageRequest =
  | { readonly kind: 'one'; readonly loanId: string; readonly channel: 'SMS' | 'WHATSAPP' }
  | { readonly kind: 'many'; readonly loans: RequestedLoans; readonly count: number };

/** The dialog that is asked for; null: none. The frame shows it over whatever screen asked. */
export const messageRequestStore = createStore<MessageRequest | null>(null);

/** Opens the dialog in which a message to a loan's borrower is chosen, seen and sent. */
export function askForMessage(loanId: string, channel: 'SMS' | 'WHATSAPP'): void {
  messageRequestStore.set({ kind: 'one', loanId, channel });
}

/** Opens the dialog that sends one template to many loans. */
export function askForMessages(loans: RequestedLoans, count: number): void {
  messageRequestStore.set({ kind: 'many', loans, count });
}
