import type { FastifyInstance } from 'fastify';
import { visualizationCalls } from '../../contract/visualization-calls.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { answerChart } from './chart-answer.ts';
import { exportChart } from './chart-file.ts';
import { listChartLoans } from './chart-loans.ts';
import {
  changeChart,
  createChart,
  listCharts,
  listChartsOf,
  moveChart,
  removeChart,
} from './saved-charts.ts';

/** Serves saved charts and the answers to their questions. */
export function registerVisualizationRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;
  serve(app, context, visualizationCalls, {
    listChartsOfCategory: async ({ actor, query }) => ({
      data: await listChartsOf(db, actor, query.category),
    }),
    listCharts: async () => ({ data: await listCharts(db) }),
    askChart: ({ actor, body }) => answerChart(db, settings.businessTz, actor, body),
    listChartLoans: ({ actor, query }) => listChartLoans(db, settings.businessTz, actor, query),
    exportChart: ({ actor, body }) => exportChart(context, actor, body),
    createChart: ({ actor, body }) => createChart(db, actor, body),
    changeChart: ({ actor, params, body }) => changeChart(db, actor, params.id, body),
    moveChart: async ({ actor, params, body }) => ({
      data: await moveChart(db, actor, params.id, body.direction),
    }),
    removeChart: ({ actor, params }) => removeChart(db, actor, params.id),
  });
}
