import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { listExportCalls } from '../../contract/list-export.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { watermarkLines } from './watermark-service.ts';

/** What belongs below a table that a screen saves as a file by itself. Who took what out is audited. */
export async function markFile(
  { db, settings }: Context,
  actor: Actor,
  { screen, rows, clientName }: CallRequest<typeof listExportCalls.markFile>['body'],
): Promise<CallAnswer<typeof listExportCalls.markFile>> {
  const lines = await watermarkLines(db, actor, settings.businessTz, clientName);
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'report.export',
      entity: 'screen',
      entityId: screen,
      details: { filters: { clientName }, rows },
    });
  });
  return { marks: lines.flatMap(([mark]) => (typeof mark === 'string' ? mark : [])) };
}
