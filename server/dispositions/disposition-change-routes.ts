import type { FastifyInstance } from 'fastify';
import { dispositionChangeCalls } from '../../contract/disposition-change.ts';
import { withUploads } from '../attached-files/attached-file-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { correctDisposition, refuseCorrection } from './contact-correction.ts';
import { removeDispositions, restoreDispositions } from './contact-removal.ts';
import { listAllCodes } from './disposition-codes.ts';
import { listLoanDispositions, readRecord } from './disposition-record.ts';

/** Contacts read one by one, corrected, removed and brought back (spec 7.6). */
export function registerDispositionChangeRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  const { businessTz } = context.settings;
  serve(app, context, dispositionChangeCalls, {
    listDispositions: async () => ({
      data: await listAllCodes(db),
    }),
    getDisposition: ({ actor, params }) => readRecord(db, actor, params.id, businessTz),
    listLoanDispositions: ({ actor, query }) => listLoanDispositions(db, actor, query),
    correctDisposition: async ({ actor, body, files }) => {
      const id = await withUploads(context, files, {
        refuse: () => refuseCorrection(db, actor, body, businessTz),
        work: (uploads) =>
          runCommand(db, actor, (command) =>
            correctDisposition(command, actor, body, { businessTz, uploads }),
          ),
      });
      return readRecord(db, actor, id, businessTz);
    },
    removeDispositions: ({ actor, body }) =>
      runCommand(db, actor, (command) => removeDispositions(command, actor, body, businessTz)),
    restoreDispositions: ({ actor, body }) =>
      runCommand(db, actor, (command) => restoreDispositions(command, actor, body.ids, businessTz)),
  });
}
