import type { FastifyInstance } from 'fastify';
import { deviceWatchCalls } from '../../contract/device-watch.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { listDevices, markGapSeen, readDevice } from './device-watch.ts';
import { cancelWipe, wipeDevice } from './device-wipe.ts';
import { importStuckWork } from './stuck-work.ts';

/** Watching over devices: who holds unsent work, ending a device, taking in what is stuck (all ours). */
export function registerDeviceWatchRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, deviceWatchCalls, {
    listDevices: ({ actor, query }) => listDevices(context, actor, query),
    wipeDevice: ({ actor, body }) =>
      runCommand(db, actor, async (command) => {
        await wipeDevice(command, actor, body);
        return readDevice(command.tx, actor, body);
      }),
    cancelWipe: ({ actor, body }) =>
      runCommand(db, actor, async (command) => {
        await cancelWipe(command, actor, body);
        return readDevice(command.tx, actor, body);
      }),
    markGapSeen: ({ actor, body }) =>
      runCommand(db, actor, (command) => markGapSeen(command, actor, body._id)),
    importStuckWork: ({ actor, files, request }) =>
      importStuckWork(context, actor, files[0], (error) =>
        request.log.error({ err: error }, 'Stuck work could not be taken in.'),
      ),
  });
}
