import type { FastifyInstance } from 'fastify';
import { loanConflictCalls } from '../../contract/loan-conflict.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listLoanConflicts } from './loan-conflict-list.ts';
import { settleLoanConflict } from './loan-conflict-settlement.ts';

/** Settling what two people corrected differently (all ours). */
export function registerLoanConflictRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, loanConflictCalls, {
    listLoanConflicts: ({ actor, query }) => listLoanConflicts(context, actor, query),
    settleLoanConflict: ({ actor, body }) =>
      runCommand(context.db, actor, (command) => settleLoanConflict(command, actor, body)),
  });
}
