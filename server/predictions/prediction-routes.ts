import type { FastifyInstance } from 'fastify';
import { predictionCalls } from '../../contract/prediction.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readBasicPrediction } from './basic-predictor.ts';

/** Serves the recovery prediction. */
export function registerPredictionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, predictionCalls, {
    readBasicPrediction: ({ actor, query }) => readBasicPrediction(context, actor, query),
  });
}
