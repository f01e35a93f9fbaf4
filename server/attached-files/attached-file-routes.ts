import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { attachedFileCalls } from '../../contract/attached-file.ts';
import type { Actor } from '../access/actor.ts';
import { dispositionsVisibleTo, loansVisibleTo, settlementsVisibleTo } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { bytesKey, previewKey } from './file-bytes.ts';
import { sendFile } from './file-sending-service.ts';

interface FileRow extends Record<string, unknown> {
  name: string;
  content_type: string;
}

/** A file's bytes are for those who may see its disposition, or its settlement. Throws 404, also while the phone has not delivered it. */
async function findVisibleFile(context: Context, actor: Actor, id: string): Promise<FileRow> {
  const result = await context.db.execute<FileRow>(sql`
    select f.name, f.content_type from files f
      join dispositions d on d.id = f.disposition_id join loans l on l.id = d.loan_id
    where f.id = ${id} and f.delivered_at is not null and (${loansVisibleTo(actor)} or ${dispositionsVisibleTo(actor)})
    union all select f.name, f.content_type from files f
      join settlements s on s.id = f.settlement_id join loans l on l.id = s.loan_id
    where f.id = ${id} and f.delivered_at is not null and ${settlementsVisibleTo(actor)}`);
  const [row] = result.rows;
  if (!row) throw notFound('This file');
  return row;
}

/** Bytes of attached files: always an attachment of the type found by content, never sniffed (header of every answer). */
export function registerAttachedFileRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, attachedFileCalls, {
    getFile: async ({ actor, params, query, reply }): Promise<void> => {
      const file = await findVisibleFile(context, actor, params.id);
      const isPicture = file.content_type.startsWith('image/');
      if (query.preview === '1' && !isPicture) throw notFound('A preview of this file');
      await sendFile(
        context,
        reply,
        query.preview === '1'
          ? { key: previewKey(params.id), contentType: 'image/jpeg', name: 'preview.jpg' }
          : { key: bytesKey(params.id), contentType: file.content_type, name: file.name },
      );
    },
  });
}
