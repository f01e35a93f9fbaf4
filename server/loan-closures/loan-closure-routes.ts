import type { FastifyInstance } from 'fastify';
import { loanClosureCalls } from '../../contract/loan-closure.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { closeByHand, previewClosing, restoreLoans } from './hand-closing.ts';
import { matchLoanIds } from './loan-matching.ts';
import { extendLoans, previewExtension } from './period-extension.ts';

/** Serves deletions, recalls, extensions and what takes them back. */
export function registerLoanClosureRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const today = () => businessDay(context.settings.businessTz);
  registerCall(app, context, loanClosureCalls.previewClosing, async ({ actor, body }) =>
    previewClosing(db, actor, body.loans, body.reason),
  );
  registerCall(app, context, loanClosureCalls.deleteLoans, async ({ actor, body }) =>
    runCommand(db, actor, async (command) =>
      closeByHand(command, actor, { loans: body, reason: 'DELETED' }),
    ),
  );
  registerCall(app, context, loanClosureCalls.withdrawLoans, async ({ actor, body }) =>
    runCommand(db, actor, async (command) =>
      closeByHand(command, actor, { ...body, reason: 'WITHDRAWN' }),
    ),
  );
  registerCall(app, context, loanClosureCalls.restoreLoans, async ({ actor, body }) =>
    runCommand(db, actor, async (command) => restoreLoans(command, actor, body)),
  );
  registerCall(app, context, loanClosureCalls.matchLoanIds, async ({ actor, body }) =>
    matchLoanIds(db, actor, body),
  );
  registerCall(app, context, loanClosureCalls.previewExtension, async ({ actor, body }) =>
    previewExtension(db, actor, body, today()),
  );
  registerCall(app, context, loanClosureCalls.extendLoans, async ({ actor, body }) =>
    runCommand(db, actor, async (command) => extendLoans(command, actor, body, today())),
  );
}
