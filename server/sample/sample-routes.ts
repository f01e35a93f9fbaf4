import type { FastifyInstance } from 'fastify';
import { sampleFileCalls } from '../../contract/sample-file.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { makeSampleFile } from './sample-file.ts';

/** Serves made-up lenders' files for trying mappings and imports (spec 2.2: /test/createfile). */
export function registerSampleRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, sampleFileCalls, {
    makeSampleFile: ({ actor, query }) => makeSampleFile(context, actor, query),
  });
}
