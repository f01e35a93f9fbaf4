import type { FastifyInstance } from 'fastify';
import { columnMappingCalls } from '../../contract/column-mapping.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { chooseClient } from '../loan-imports/import-tools-service.ts';
import {
  changeMapping,
  listMappings,
  readMapping,
  refuseKind,
  removeMapping,
  saveMapping,
} from './column-mapping-service.ts';

/** The remembered columns of lenders' files: looked through, saved, changed, removed. */
export function registerColumnMappingRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, columnMappingCalls, {
    listColumnMappings: ({ actor, query }) => listMappings(db, actor, query),
    saveColumnMapping: async ({ actor, body }) => {
      refuseKind(actor, body.kind);
      const owner = await chooseClient(db, actor, body.Client_Name);
      const id = await runCommand(db, actor, (command) =>
        saveMapping(command, actor, { ...body, owner }),
      );
      return readMapping(db, actor, id);
    },
    changeColumnMapping: ({ actor, params, body }) => changeMapping(db, actor, params.id, body),
    removeColumnMapping: ({ actor, params }) => removeMapping(db, actor, params.id),
  });
}
