import type { FastifyInstance } from 'fastify';
import { loanEntryCalls } from '../../contract/loan-entry.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { changeLoan } from './loan-change.ts';
import { enterLoan } from './loan-entry.ts';
import { readLoanRecord } from './loan-record.ts';

/** Serves one loan by hand: entered, changed, looked at whole. */
export function registerLoanEntryRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const today = () => businessDay(context.settings.businessTz);
  serve(app, context, loanEntryCalls, {
    enterLoan: ({ actor, body }) =>
      runCommand(db, actor, async (command) => enterLoan(command, actor, body, today())),
    changeLoan: async ({ actor, body }) => ({
      success: true as const,
      data: await runCommand(db, actor, async (command) =>
        changeLoan(command, actor, body, today()),
      ),
    }),
    getLoanRecord: ({ actor, params }) => readLoanRecord(db, actor, params.id),
  });
}
