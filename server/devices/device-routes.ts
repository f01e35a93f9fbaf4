import type { FastifyInstance } from 'fastify';
import { deviceCalls } from '../../contract/device.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readStartKey, readVaultKey } from '../identity/device-session-service.ts';
import { deliverOperations } from './delivery.ts';
import { registerDevice } from './device-registration.ts';
import { confirmWipe } from './device-wipe-confirmation.ts';
import { deliverFile } from './file-delivery.ts';
import { deliverFilePart } from './file-parts.ts';
import { readFileReceipt } from './file-receipt.ts';
import { pullLoans } from './pull.ts';
import { reconcileLoans } from './reconcile.ts';
import { noteRefused } from '../http/front-door.ts';
import { openUploads } from './resumable-uploads.ts';
import { registerUploadRoutes } from './upload-routes.ts';

/** Phones and browsers: registration, pull, delivery (all ours). */
export function registerDeviceRoutes(app: FastifyInstance, context: Context): void {
  const uploads = openUploads(context);
  app.addHook('onClose', async () => uploads.stop());
  registerUploadRoutes(app, context, uploads);
  serve(app, context, deviceCalls, {
    registerDevice: ({ actor, body }) => registerDevice(context, actor, body),
    readStartKey: async ({ actor }) => ({
      startKey: await readStartKey(context.db, actor.sessionId),
      userId: actor.userId,
    }),
    readVaultKey: async ({ actor }) => ({
      vaultKey: await readVaultKey(context.db, actor.userId),
      userId: actor.userId,
    }),
    pullLoans: ({ actor, query }) => pullLoans(context, actor, query),
    reconcileLoans: ({ actor, body }) => reconcileLoans(context, actor, body),
    deliverOperations: async ({ device, body, request }) => {
      const answer = await deliverOperations(context, device, body, (error) =>
        request.log.error({ err: error }, 'A delivered operation failed.'),
      );
      const refused = answer.receipts.filter(
        ({ outcome }) => outcome === 'REFUSED' || outcome === 'RETRY',
      );
      noteRefused(
        request,
        refused.map(({ opId, code }) => ({ opId, code })),
      );
      return answer;
    },
    confirmWipe: ({ device, body }) => confirmWipe(context, device, body),
    deliverFile: ({ device, params, headers, request }) =>
      deliverFile(context, device, { params, headers }, request.body),
    deliverFilePart: ({ device, body }) => deliverFilePart(context, device, uploads, body),
    readFileReceipt: ({ device, params }) => readFileReceipt(context, device, uploads, params.id),
  });
}
