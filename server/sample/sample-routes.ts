import type { FastifyInstance } from 'fastify';
import { sampleFileCalls } from '../../contract/sample-file.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { makeSampleFile } from './sample-file.ts';

/** Serves made-up lenders' files for trying mappings and imports (spec 2.2: /test/createfile). */
export function registerSampleRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, sampleFileCalls.makeSampleFile, async ({ actor, query, reply }) => {
    const file = await makeSampleFile(context, actor, query);
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .header('cache-control', 'no-store')
      .type(file.contentType)
      .send(file.bytes);
  });
}
