import type { FastifyInstance } from 'fastify';
import { contactGateCalls } from '../../contract/contact-gate.ts';
import { contactPolicyCalls } from '../../contract/contact-policy.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listBreaches, reviewBreach } from './breach-list.ts';
import { claimAsActor } from './claim-call.ts';
import { askException, decideException, listExceptions } from './exception-service.ts';
import { addHold, endHold } from './hold-service.ts';
import { listPolicies, savePolicy } from './policy-service.ts';
import {
  addAvoidTime,
  blockNumber,
  endAvoidTime,
  setZone,
  unblockNumber,
} from './preference-service.ts';
import { listNumbers, readGate, readStanding } from './standing.ts';

/** The gate before every contact, what stands against contacts, and who went past it. */
export function registerContactGateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { businessTz } = context.settings;
  serve(app, context, contactGateCalls, {
    readContactGate: ({ actor, query }) => readGate(db, actor, query, businessTz),
    readContactStanding: ({ actor, params }) => readStanding(db, actor, params.id, businessTz),
    claimContact: ({ actor, body }) =>
      runCommand(db, actor, (command) => claimAsActor(command, actor, body, businessTz)),
    askException: ({ actor, body }) =>
      runCommand(db, actor, (command) => askException(command, actor, body, businessTz)),
    listExceptions: ({ actor, query }) => listExceptions(db, actor, query),
    decideException: ({ actor, params, body }) =>
      runCommand(db, actor, (command) => decideException(command, actor, params.id, body)),
    addContactHold: ({ actor, body }) =>
      runCommand(db, actor, (command) => addHold(command, actor, body, businessTz)),
    endContactHold: ({ actor, params, body }) =>
      runCommand(db, actor, (command) => endHold(command, actor, params.id, body.note)),
    addAvoidTime: ({ actor, body }) =>
      runCommand(db, actor, (command) => addAvoidTime(command, actor, body, businessTz)),
    endAvoidTime: ({ actor, params }) =>
      runCommand(db, actor, (command) => endAvoidTime(command, actor, params.id)),
    listBlockedNumbers: ({ query }) => listNumbers(db, query),
    blockNumber: ({ actor, body }) =>
      runCommand(db, actor, (command) => blockNumber(command, actor, body)),
    unblockNumber: ({ actor, params }) =>
      runCommand(db, actor, (command) => unblockNumber(command, actor, params.id)),
    setBorrowerZone: ({ actor, params, body }) =>
      runCommand(db, actor, (command) => setZone(command, actor, params.id, body.timeZone)),
    listContactBreaches: ({ actor, query }) => listBreaches(db, actor, query, businessTz),
    reviewContactBreach: ({ actor, params, body }) =>
      runCommand(db, actor, (command) => reviewBreach(command, actor, params.id, body.note)),
  });
  serve(app, context, contactPolicyCalls, {
    listContactPolicies: async ({ actor }) => ({
      data: await listPolicies(db, actor),
    }),
    saveContactPolicy: ({ actor, params, body }) =>
      runCommand(db, actor, (command) => savePolicy(command, actor, params.id, body)),
  });
}
