import type { FastifyInstance } from 'fastify';
import { loanClosureCalls } from '../../contract/loan-closure.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { closeByHand, previewClosing, restoreLoans } from './hand-closing.ts';
import { matchLoanIds } from './loan-matching.ts';
import { extendLoans, previewExtension } from './period-extension.ts';

/** Serves deletions, recalls, extensions and what takes them back. */
export function registerLoanClosureRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const today = () => businessDay(context.settings.businessTz);
  serve(app, context, loanClosureCalls, {
    previewClosing: ({ actor, body }) => previewClosing(db, actor, body.loans, body.reason),
    deleteLoans: ({ actor, body }) =>
      runCommand(db, actor, async (command) =>
        closeByHand(command, actor, { loans: body, reason: 'DELETED' }),
      ),
    withdrawLoans: ({ actor, body }) =>
      runCommand(db, actor, async (command) =>
        closeByHand(command, actor, { ...body, reason: 'WITHDRAWN' }),
      ),
    restoreLoans: ({ actor, body }) =>
      runCommand(db, actor, async (command) => restoreLoans(command, actor, body)),
    matchLoanIds: ({ actor, body }) => matchLoanIds(db, actor, body),
    previewExtension: ({ actor, body }) => previewExtension(db, actor, body, today()),
    extendLoans: ({ actor, body }) =>
      runCommand(db, actor, async (command) => extendLoans(command, actor, body, today())),
  });
}
