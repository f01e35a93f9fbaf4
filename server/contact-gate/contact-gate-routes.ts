import type { FastifyInstance } from 'fastify';
import { contactGateCalls } from '../../contract/contact-gate.ts';
import { contactPolicyCalls } from '../../contract/contact-policy.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
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

function registerDecisions(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { businessTz } = context.settings;
  registerCall(app, context, contactGateCalls.readContactGate, ({ actor, query }) =>
    readGate(db, actor, query, businessTz),
  );
  registerCall(app, context, contactGateCalls.readContactStanding, ({ actor, params }) =>
    readStanding(db, actor, params.id, businessTz),
  );
  registerCall(app, context, contactGateCalls.claimContact, ({ actor, body }) =>
    runCommand(db, actor, (command) => claimAsActor(command, actor, body, businessTz)),
  );
  registerCall(app, context, contactGateCalls.askException, ({ actor, body }) =>
    runCommand(db, actor, (command) => askException(command, actor, body, businessTz)),
  );
  registerCall(app, context, contactGateCalls.listExceptions, ({ actor, query }) =>
    listExceptions(db, actor, query),
  );
  registerCall(app, context, contactGateCalls.decideException, ({ actor, params, body }) =>
    runCommand(db, actor, (command) => decideException(command, actor, params.id, body)),
  );
}

function registerStanding(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { businessTz } = context.settings;
  registerCall(app, context, contactGateCalls.addContactHold, ({ actor, body }) =>
    runCommand(db, actor, (command) => addHold(command, actor, body, businessTz)),
  );
  registerCall(app, context, contactGateCalls.endContactHold, ({ actor, params, body }) =>
    runCommand(db, actor, (command) => endHold(command, actor, params.id, body.note)),
  );
  registerCall(app, context, contactGateCalls.addAvoidTime, ({ actor, body }) =>
    runCommand(db, actor, (command) => addAvoidTime(command, actor, body)),
  );
  registerCall(app, context, contactGateCalls.endAvoidTime, ({ actor, params }) =>
    runCommand(db, actor, (command) => endAvoidTime(command, actor, params.id)),
  );
  registerCall(app, context, contactGateCalls.listBlockedNumbers, ({ query }) =>
    listNumbers(db, query),
  );
  registerCall(app, context, contactGateCalls.blockNumber, ({ actor, body }) =>
    runCommand(db, actor, (command) => blockNumber(command, actor, body)),
  );
  registerCall(app, context, contactGateCalls.unblockNumber, ({ actor, params }) =>
    runCommand(db, actor, (command) => unblockNumber(command, actor, params.id)),
  );
  registerCall(app, context, contactGateCalls.setBorrowerZone, ({ actor, params, body }) =>
    runCommand(db, actor, (command) => setZone(command, actor, params.id, body.timeZone)),
  );
}

/** The gate before every contact, what stands against contacts, and who went past it. */
export function registerContactGateRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  registerDecisions(app, context);
  registerStanding(app, context);
  registerCall(app, context, contactGateCalls.listContactBreaches, ({ actor, query }) =>
    listBreaches(db, actor, query, context.settings.businessTz),
  );
  registerCall(app, context, contactGateCalls.reviewContactBreach, ({ actor, params, body }) =>
    runCommand(db, actor, (command) => reviewBreach(command, actor, params.id, body.note)),
  );
  registerCall(app, context, contactPolicyCalls.listContactPolicies, async ({ actor }) => ({
    data: await listPolicies(db, actor),
  }));
  registerCall(app, context, contactPolicyCalls.saveContactPolicy, ({ actor, params, body }) =>
    runCommand(db, actor, (command) => savePolicy(command, actor, params.id, body)),
  );
}
