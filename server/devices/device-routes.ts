import type { FastifyInstance } from 'fastify';
import { deviceCalls } from '../../contract/device.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { deliverOperations } from './delivery.ts';
import { registerDevice } from './device-registration.ts';
import { confirmWipe } from './device-wipe-confirmation.ts';
import { deliverFile } from './file-delivery.ts';
import { readFileReceipt } from './file-receipt.ts';
import { pullLoans } from './pull.ts';
import { reconcileLoans } from './reconcile.ts';
import { openUploads } from './resumable-uploads.ts';
import { registerUploadRoutes } from './upload-routes.ts';

/** Phones and browsers: registration, pull, delivery (all ours). */
export function registerDeviceRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, deviceCalls.registerDevice, ({ actor, body }) =>
    registerDevice(context, actor, body),
  );
  registerCall(app, context, deviceCalls.pullLoans, ({ actor, query }) =>
    pullLoans(context, actor, query),
  );
  registerCall(app, context, deviceCalls.reconcileLoans, ({ actor, body }) =>
    reconcileLoans(context, actor, body),
  );
  registerCall(app, context, deviceCalls.deliverOperations, ({ device, body, request }) =>
    deliverOperations(context, device, body, (error) =>
      request.log.error({ err: error }, 'A delivered operation failed.'),
    ),
  );
  registerCall(app, context, deviceCalls.confirmWipe, ({ device, body }) =>
    confirmWipe(context, device, body),
  );
  registerCall(app, context, deviceCalls.deliverFile, ({ device, params, headers, request }) =>
    deliverFile(context, device, { params, headers }, request.body),
  );
  const uploads = openUploads(context);
  app.addHook('onClose', async () => uploads.stop());
  registerUploadRoutes(app, context, uploads);
  registerCall(app, context, deviceCalls.readFileReceipt, ({ device, params }) =>
    readFileReceipt(context, device, uploads, params.id),
  );
}
