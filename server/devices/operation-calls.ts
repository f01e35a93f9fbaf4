import type { z } from 'zod';
import { alertCalls } from '../../contract/alert.ts';
import type { Call } from '../../contract/call.ts';
import type { QueuedCall } from '../../contract/device.ts';
import { dispositionCalls } from '../../contract/disposition.ts';
import { loanEditCalls } from '../../contract/loan-edit.ts';
import type { Actor } from '../access/actor.ts';
import { refuseForeignClaims } from '../access/claims.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { createAlert } from '../alerts/alert-creation-service.ts';
import type { Command } from '../command.ts';
import {
  recordCallDisposition,
  recordFieldDisposition,
} from '../dispositions/disposition-service.ts';
import { notAllowed } from '../errors.ts';
import { parsePart } from '../http/register-call.ts';
import { editLoan } from '../loan-edits/loan-edit-service.ts';

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
    if (call.roles !== 'any' && !call.roles.includes(actor.role))
      throw notAllowed('Your role may not do this.', 'WRONG_ROLE');
    const parsed = parsePart(call.body, body, 'body') as z.output<C['body']>;
    await refuseForeignClaims(command.tx, actor, [parsed]);
    return run(command, actor, parsed, delivery);
  };
}

const runners: Readonly<Record<QueuedCall, Runner>> = {
  createCallDisposition: runnerOf(dispositionCalls.createCallDisposition, recordCallDisposition),
  createFieldDisposition: runnerOf(dispositionCalls.createFieldDisposition, recordFieldDisposition),
  createAlert: runnerOf(alertCalls.createAlert, createAlert),
  editLoan: runnerOf(loanEditCalls.editLoan, (command, actor, body, { origin }) =>
    editLoan(command, actor, body, origin),
  ),
};

/** Runs a queued call inside its delivery's transaction. Throws what the call itself would answer. */
export async function runQueuedCall(
  call: QueuedCall,
  ...[command, actor, body, delivery]: Parameters<Runner>
): Promise<void> {
  await runners[call](command, actor, body, delivery);
}
