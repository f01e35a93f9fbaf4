import type { z } from 'zod';
import { alertCalls } from '../../contract/alert.ts';
import type { Call } from '../../contract/call.ts';
import type { QueuedCall } from '../../contract/queued-work.ts';
import { dispositionCalls } from '../../contract/disposition.ts';
import { loanEditCalls } from '../../contract/loan-edit.ts';
import { receiptCalls } from '../../contract/receipt.ts';
import type { Actor } from '../access/actor.ts';
import { refuseForeignClaims } from '../access/claims.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { createAlert } from '../alerts/alert-creation-service.ts';
import type { Command } from '../command.ts';
import { storeDispositions } from '../dispositions/disposition-bulk-service.ts';
import type { DeliveredContact } from '../dispositions/disposition-bulk-service.ts';
import {
  storeCallDisposition,
  storeFieldDisposition,
} from '../dispositions/disposition-service.ts';
import { notAllowed } from '../errors.ts';
import { parsePart } from '../http/serve.ts';
import { settlementCalls } from '../../contract/settlement-calls.ts';
import { proposeSettlement } from '../settlements/settlement-proposing-service.ts';
import { editLoan } from '../loan-edits/loan-edit-service.ts';
import { cancelReceiptIn } from '../receipts/receipt-cancelling-service.ts';

/** What a queued call runs with. */
interface Delivery {
  readonly businessTz: string;
  readonly origin: WorkOrigin;
}

/** Runs one body, unparsed, as the call it stands for. */
type Runner = (
  command: Command,
  actor: Actor,
  body: unknown,
  delivery: Delivery,
) => Promise<unknown>;

/** Role and shape, as the call's own route asks for them. */
function admitted<C extends Call & { body: z.ZodType }>(
  call: C,
  actor: Actor,
  body: unknown,
): z.output<C['body']> {
  if (call.roles !== 'any' && !call.roles.includes(actor.role))
    throw notAllowed('Your role may not do this.', 'WRONG_ROLE');
  return parsePart(call.body, body, 'body') as z.output<C['body']>;
}

/** The same gate as the call's own route: role, shape and claims, then the same service. */
function runnerOf<C extends Call & { body: z.ZodType }>(
  call: C,
  run: (
    command: Command,
    actor: Actor,
    body: z.output<C['body']>,
    delivery: Delivery,
  ) => Promise<unknown>,
): Runner {
  return async (command, actor, body, delivery) => {
    const parsed = admitted(call, actor, body);
    await refuseForeignClaims(command.tx, actor, [parsed]);
    return run(command, actor, parsed, delivery);
  };
}

const runners: Readonly<Record<QueuedCall, Runner>> = {
  createCallDisposition: runnerOf(dispositionCalls.createCallDisposition, storeCallDisposition),
  createFieldDisposition: runnerOf(dispositionCalls.createFieldDisposition, storeFieldDisposition),
  createAlert: runnerOf(alertCalls.createAlert, createAlert),
  editLoan: runnerOf(loanEditCalls.editLoan, (command, actor, body, { origin }) =>
    editLoan(command, actor, body, origin),
  ),
  cancelReceipt: runnerOf(receiptCalls.cancelReceipt, cancelReceiptIn),
  proposeSettlement: runnerOf(settlementCalls.proposeSettlement, proposeSettlement),
};

/** Runs a queued call inside its delivery's transaction. Throws what the call itself would answer. */
export async function runQueuedCall(
  call: QueuedCall,
  ...[command, actor, body, delivery]: Parameters<Runner>
): Promise<void> {
  await runners[call](command, actor, body, delivery);
}

/** A queued call with its body, unparsed. */
export interface QueuedWork {
  readonly call: QueuedCall;
  readonly body: unknown;
  readonly origin: WorkOrigin;
}

/** What several contacts are recorded from at once; null for other calls. */
function contactOf(actor: Actor, { call, body, origin }: QueuedWork): DeliveredContact | null {
  switch (call) {
    case 'createCallDisposition': {
      const input = admitted(dispositionCalls.createCallDisposition, actor, body);
      return { input: { channel: 'CALL', ...input }, origin };
    }
    case 'createFieldDisposition': {
      const input = admitted(dispositionCalls.createFieldDisposition, actor, body);
      return { input: { channel: 'FIELD', ...input }, origin };
    }
    case 'createAlert':
    case 'editLoan':
    case 'cancelReceipt':
    case 'proposeSettlement':
      return null;
  }
}

/**
 * Runs queued calls in their order inside one transaction, contacts that follow each other in few statements. Throws what
 * any of them would answer, and 409 NOT_NEW; then none of them may be kept.
 */
export async function runQueuedCalls(
  command: Command,
  actor: Actor,
  works: readonly QueuedWork[],
  businessTz: string,
): Promise<void> {
  let contacts: DeliveredContact[] = [];
  const store = async (): Promise<void> => {
    if (contacts.length === 0) return;
    await refuseForeignClaims(
      command.tx,
      actor,
      contacts.map(({ input }) => input),
    );
    await storeDispositions(command, actor, contacts, businessTz);
    contacts = [];
  };
  for (const work of works) {
    const contact = contactOf(actor, work);
    if (contact) {
      contacts.push(contact);
      continue;
    }
    await store();
    await runQueuedCall(work.call, command, actor, work.body, { businessTz, origin: work.origin });
  }
  await store();
}
