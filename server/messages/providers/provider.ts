import type { MessageChannel } from '../../../contract/message-template.ts';

/** A message on its way out. */
export interface OutgoingMessage {
  /** Our id of it, which providers get as the idempotency key. */
  readonly id: string;
  readonly channel: MessageChannel;
  /** Digits as the loan has them. */
  readonly number: string;
  readonly text: string;
  readonly registeredId: string | null;
  readonly sender: string | null;
  readonly language: string;
}

/**
 * What came of asking a provider. RETRY: it certainly has not got the message and asks to come again (or could not be
 * reached). REJECTED: it certainly does not take it. UNCERTAIN: it may have it.
 */
export type SendOutcome =
  | { readonly kind: 'ACCEPTED'; readonly providerId: string | null }
  | { readonly kind: 'RETRY'; readonly error: string; readonly afterSeconds?: number }
  | { readonly kind: 'REJECTED'; readonly error: string }
  | { readonly kind: 'UNCERTAIN'; readonly error: string };

/** Whoever carries messages of one channel. */
export interface MessageProvider {
  /** For the record, such as `sms.example`. */
  readonly name: string;
  /** It knows a message again by its id: what is uncertain may be sent again. */
  readonly isIdempotent: boolean;
  /** Milliseconds after which `send` has settled in any case. */
  readonly patienceMs: number;
  /** Hands one message over; never throws. */
  send(message: OutgoingMessage): Promise<SendOutcome>;
}
