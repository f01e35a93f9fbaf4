import type { FastifyInstance } from 'fastify';
import { dispositionCalls } from '../../contract/disposition.ts';
import { atOnce } from '../access/work-origin.ts';
import { withUploads } from '../attached-files/attached-file-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listCaseHistory } from './case-history-service.ts';
import { listCodes } from './disposition-codes.ts';
import {
  recordCallDisposition,
  recordFieldDisposition,
  refuseContact,
} from './disposition-service.ts';

/** Contacts recorded and read (spec 7.6). */
export function registerDispositionRoutes(app: FastifyInstance, context: Context): void {
  const recording = { businessTz: context.settings.businessTz, origin: atOnce };
  serve(app, context, dispositionCalls, {
    listDispositionCodes: async () => ({
      data: await listCodes(context.db),
    }),
    createCallDisposition: ({ actor, body, files }) =>
      withUploads(context, files, {
        refuse: () => refuseContact(context.db, actor, { channel: 'CALL', ...body }, recording),
        work: (uploads) =>
          runCommand(context.db, actor, (command) =>
            recordCallDisposition(command, actor, body, { ...recording, uploads }),
          ),
      }),
    createFieldDisposition: ({ actor, body }) =>
      runCommand(context.db, actor, (command) =>
        recordFieldDisposition(command, actor, body, recording),
      ),
    listCaseHistory: ({ actor, query }) => listCaseHistory(context.db, actor, query.loanId),
  });
}
