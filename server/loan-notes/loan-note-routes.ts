import type { FastifyInstance } from 'fastify';
import { loanNoteCalls } from '../../contract/loan-note.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { addNote, listNotes, pinNote, removeNote } from './loan-notes.ts';

/** Notes on loans. */
export function registerLoanNoteRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, loanNoteCalls, {
    listLoanNotes: ({ actor, query }) => listNotes(context.db, actor, query.loanId),
    addLoanNote: ({ actor, body }) =>
      runCommand(context.db, actor, (command) => addNote(command, actor, body)),
    pinLoanNote: ({ actor, body }) =>
      runCommand(context.db, actor, (command) => pinNote(command, actor, body)),
    removeLoanNote: ({ actor, params }) =>
      runCommand(context.db, actor, (command) => removeNote(command, actor, params.id)),
  });
}
