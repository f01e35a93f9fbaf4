import type { z } from 'zod';
import type { sampleFileCalls } from '../../contract/sample-file.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { FileAnswer } from '../http/serve.ts';
import { readMapping } from '../column-mappings/column-mapping-service.ts';
import { writeCsv } from '../spreadsheets/csv-writer.ts';
import { writeXlsx } from '../spreadsheets/xlsx-writer.ts';
import { sampleRows } from './sample-service.ts';

type Wish = z.output<typeof sampleFileCalls.makeSampleFile.query>;

/** Who the sample is from when no lender's mapping is named. */
const madeUpLender = 'Sample Client';
const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * A made-up lender's file as of today, streamed, in our own shape or that of a saved mapping. Leaves an audit row. Throws
 * 404 for a mapping that the actor may not see.
 */
export async function makeSampleFile(
  { db, settings }: Context,
  actor: Actor,
  wish: Wish,
): Promise<FileAnswer> {
  const { rows, format, seed } = wish;
  const saved = wish.mappingId === undefined ? null : await readMapping(db, actor, wish.mappingId);
  const errors = Math.min(wish.mistakes, rows);
  await runCommand(db, actor, async ({ audit }) => {
    audit({
      action: 'sample-file.make',
      entity: 'sample-file',
      details: { rows, format, mistakes: errors, mapping: saved?.name ?? null },
    });
  });
  const cells = sampleRows({
    rows,
    seed,
    errors,
    client: saved?.Client_Name ?? madeUpLender,
    asOf: businessDay(settings.businessTz),
    mapping: saved?.mapping,
  });
  return {
    name: `sample-${rows}-loans${errors > 0 ? '-with-mistakes' : ''}.${format}`,
    contentType: contentTypes[format],
    bytes: format === 'csv' ? writeCsv(cells) : writeXlsx(cells, 'Loans'),
  };
}
