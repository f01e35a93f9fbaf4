import type { FastifyInstance } from 'fastify';
import { loanNoteCalls } from '../../contract/loan-note.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { addNote, listNotes, pinNote, removeNote } from './loan-notes.ts';

/** Notes on loans. */
export function registerLoanNoteRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, loanNoteCalls.listLoanNotes, ({ actor, query }) =>
    listNotes(context.db, actor, query.loanId),
  );
  registerCall(app, context, loanNoteCalls.addLoanNote, ({ actor, body }) =>
    runCommand(context.db, actor, (command) => addNote(command, actor, body)),
  );
  registerCall(app, context, loanNoteCalls.pinLoanNote, ({ actor, body }) =>
    runCommand(context.db, actor, (command) => pinNote(command, actor, body)),
  );
  registerCall(app, context, loanNoteCalls.removeLoanNote, ({ actor, params }) =>
    runCommand(context.db, actor, (command) => removeNote(command, actor, params.id)),
  );
}
