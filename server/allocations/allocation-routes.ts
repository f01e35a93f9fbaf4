import type { FastifyInstance } from 'fastify';
import { allocationCalls } from '../../contract/allocation.ts';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { businessDay } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { againstRules } from '../errors.ts';
import { serve } from '../http/serve.ts';
import type { AllocationKind } from './allocation-rules.ts';
import { allocate } from './allocation-service.ts';
import type { AllocationTargets } from './allocation-service.ts';
import { listAssignees } from './assignee-list.ts';

/** Nobody is sent to a visit on a day that is over. Throws 422 naming each. */
function refusePastVisits(
  today: string,
  body: CallRequest<typeof allocationCalls.assignFieldAgent>['body'],
): void {
  const days = Array.isArray(body)
    ? body.map(({ visitDate }, index) => [`${index}.visitDate`, visitDate] as const)
    : [['visitDate', body.visitDate] as const];
  const problems = days
    .filter(([, day]) => typeof day === 'string' && day < today)
    .map(([path]) => fieldProblem(path, 'day-is-over'));
  const [first] = problems;
  if (first) throw againstRules('DAY_OVER', first.message, problems);
}

/** Serves `PUT /loans/assign/*` and whom loans can be given to. */
export function registerAllocationRoutes(app: FastifyInstance, context: Context): void {
  const assign = async (actor: Actor, kind: AllocationKind, targets: AllocationTargets) =>
    runCommand(context.db, actor, async (command) => allocate(command, actor, kind, targets));
  serve(app, context, allocationCalls, {
    assignCollector: ({ actor, body }) =>
      assign(
        actor,
        'COLLECTOR',
        Array.isArray(body)
          ? {
              orders: body.map(({ _id, collectorId, revision, asOf }) => ({
                loanId: _id,
                assigneeId: collectorId,
                revision,
                asOf,
              })),
            }
          : { matching: body.matching, asOf: body.asOf, order: { assigneeId: body.collectorId } },
      ),
    assignManager: ({ actor, body }) =>
      assign(
        actor,
        'MANAGER',
        Array.isArray(body)
          ? {
              orders: body.map(({ _id, managerId, revision, asOf }) => ({
                loanId: _id,
                assigneeId: managerId,
                revision,
                asOf,
              })),
            }
          : { matching: body.matching, asOf: body.asOf, order: { assigneeId: body.managerId } },
      ),
    assignFieldAgent: ({ actor, body }) => {
      refusePastVisits(businessDay(context.settings.businessTz), body);
      return assign(
        actor,
        'FIELD',
        Array.isArray(body)
          ? {
              orders: body.map(({ _id, fieldAgentId, visitDate, revision, asOf }) => ({
                loanId: _id,
                assigneeId: fieldAgentId,
                visitDate,
                revision,
                asOf,
              })),
            }
          : {
              matching: body.matching,
              asOf: body.asOf,
              order: { assigneeId: body.fieldAgentId, visitDate: body.visitDate },
            },
      );
    },
    listAssignees: ({ actor }) => listAssignees(context, actor),
  });
}
