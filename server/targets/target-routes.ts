import type { FastifyInstance } from 'fastify';
import { targetCalls } from '../../contract/target.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { listTargetChanges, listTargets, readTargetsOf } from './target-list.ts';
import { proposeTargets, removeTarget, setActorsTargets } from './target-setting.ts';
import { uploadTargets } from './target-sheet.ts';

/** Targets of months: set, proposed, read from sheets, and what came of them. */
export function registerTargetRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, targetCalls, {
    listTargets: ({ actor, query }) => listTargets(context, actor, query),
    setTargets: ({ actor, body }) => setActorsTargets(context, actor, body.targets),
    removeTarget: ({ actor, params }) => removeTarget(context, actor, params.id),
    proposeTargets: ({ actor, query }) => proposeTargets(context, actor, query),
    uploadTargets: ({ actor, body, files }) =>
      uploadTargets(context, actor, onlyFile(files), body.month),
    listTargetChanges: ({ actor, params }) => listTargetChanges(context, actor, params.id),
    readTargetsOf: ({ actor, params, query }) =>
      readTargetsOf(context, actor, params.id, query.month),
  });
}
