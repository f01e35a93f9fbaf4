import type { FastifyInstance } from 'fastify';
import { loanEditCalls } from '../../contract/loan-edit.ts';
import { atOnce } from '../access/work-origin.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { editLoan } from './loan-edit-service.ts';

/** Corrections of loans by the agents who work them. */
export function registerLoanEditRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, loanEditCalls, {
    editLoan: ({ actor, body }) =>
      runCommand(context.db, actor, (command) => editLoan(command, actor, body, atOnce)),
  });
}
