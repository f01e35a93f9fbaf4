import type { FastifyInstance } from 'fastify';
import { predictionCalls } from '../../contract/prediction.ts';
import { recoveryModelCalls } from '../../contract/recovery-model.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { readBasicPrediction } from './basic-predictor.ts';
import { readBestTimes } from './best-time-service.ts';
import { readInsight, readLoanScore } from './insight-service.ts';
import { listOutlooks } from './loan-outlooks.ts';
import { exportCard } from './model-card-file.ts';
import { listSwitches, saveSwitch } from './prediction-switches.ts';
import { listExperiments } from './order-experiment.ts';
import { askScoring } from './scoring-service.ts';
import { askTraining, chooseModel } from './training-service.ts';

/** Serves the recovery prediction. */
export function registerPredictionRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, predictionCalls, {
    readBasicPrediction: ({ actor, query }) => readBasicPrediction(context, actor, query),
  });
  serve(app, context, recoveryModelCalls, {
    readRecoveryInsight: ({ actor }) => readInsight(context, actor),
    trainRecoveryModel: ({ actor }) => askTraining(context, actor),
    chooseRecoveryModel: ({ actor, params }) => chooseModel(context, actor, params.id),
    exportModelCard: ({ actor, params, query }) =>
      exportCard(context, actor, params.id, query.format),
    scoreRecovery: ({ actor }) => askScoring(context, actor),
    readLoanScore: async ({ actor, params }) => ({
      score: await readLoanScore(context, actor, params.id),
      bestTime: (await readBestTimes(context, [params.id])).get(params.id) ?? null,
    }),
    listLoanOutlooks: async ({ actor }) => ({ data: await listOutlooks(context, actor) }),
    listPredictionSwitches: async () => ({ data: await listSwitches(context.db) }),
    listOrderExperiments: async () => ({ data: await listExperiments(context) }),
    savePredictionSwitch: ({ actor, params, body }) =>
      saveSwitch(context, actor, params.clientId, body),
  });
}
