import type { FastifyInstance } from 'fastify';
import { workReviewCalls } from '../../contract/work-review.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { acceptWorkReview, refuseWorkReview } from './work-review-decision.ts';
import { listWorkReviews } from './work-review-list.ts';

/** Work whose time or right cannot be proved, and what a manager makes of it (all ours). */
export function registerWorkReviewRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;
  serve(app, context, workReviewCalls, {
    listWorkReviews: ({ actor, query }) => listWorkReviews(db, actor, query),
    acceptWorkReview: ({ actor, body, request }) =>
      acceptWorkReview(context, actor, body._id, (error) =>
        request.log.error({ err: error }, 'Reviewed work could not be taken in.'),
      ),
    refuseWorkReview: ({ actor, body }) =>
      runCommand(db, actor, (command) => refuseWorkReview(command, actor, body)),
  });
}
