import type { FastifyInstance } from 'fastify';
import { dataInsightCalls } from '../../contract/data-insight.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { onlyFile } from '../http/uploads.ts';
import { answerInsight, exportInsightAnswer } from './data-insight-answer.ts';
import { listInsights, readInsight } from './data-insight-record.ts';
import { listInsightRows } from './data-insight-rows.ts';
import {
  changeInsight,
  readInsightAgain,
  removeInsight,
  uploadInsight,
} from './data-insight-upload-service.ts';

/** Files that are not loans, looked into (spec 2.2: /data-insights, /data-insights-file). */
export function registerDataInsightRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, dataInsightCalls, {
    listInsights: ({ actor, query }) => listInsights(db, actor, query),
    uploadInsight: ({ actor, body, files }) => uploadInsight(context, actor, onlyFile(files), body),
    getInsight: async ({ actor, params }) => (await readInsight(db, actor, params.id)).wire,
    changeInsight: ({ actor, params, body }) => changeInsight(context, actor, params.id, body),
    readInsightAgain: ({ actor, params, body }) =>
      readInsightAgain(context, actor, params.id, body),
    removeInsight: ({ actor, params }) => removeInsight(context, actor, params.id),
    listInsightRows: ({ actor, params, query }) => listInsightRows(db, actor, params.id, query),
    askInsight: ({ actor, params, body }) => answerInsight(context, actor, params.id, body),
    exportInsightAnswer: ({ actor, params, body }) =>
      exportInsightAnswer(context, actor, params.id, body),
  });
}
