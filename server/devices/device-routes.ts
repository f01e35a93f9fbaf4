import type { FastifyInstance } from 'fastify';
import { deviceCalls } from '../../contract/device.ts';
import type { Context } from '../context.ts';
import { registerCall } from '../http/register-call.ts';
import { deliverOperations } from './delivery.ts';
import { registerDevice } from './device-registration.ts';
import { deliverFile } from './file-delivery.ts';
import { pullLoans } from './pull.ts';

/** Phones and browsers: registration, pull, delivery (all ours). */
export function registerDeviceRoutes(app: FastifyInstance, context: Context): void {
  registerCall(app, context, deviceCalls.registerDevice, ({ actor, body }) =>
    registerDevice(context, actor, body),
  );
  registerCall(app, context, deviceCalls.pullLoans, ({ actor, query }) =>
    pullLoans(context, actor, query),
  );
  registerCall(app, context, deviceCalls.deliverOperations, ({ device, body, request }) =>
    deliverOperations(context, device, body, (error) =>
      request.log.error({ err: error }, 'A delivered operation failed.'),
    ),
  );
  registerCall(app, context, deviceCalls.deliverFile, ({ device, params, headers, request }) =>
    deliverFile(context, device, { params, headers }, request.body),
  );
}
