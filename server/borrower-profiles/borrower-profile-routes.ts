import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { borrowerProfileCalls } from '../../contract/borrower-profile.ts';
import type { CallRequest } from '../../contract/call.ts';
import type { Actor } from '../access/actor.ts';
import { loansAtHandOf } from '../access/scope.ts';
import { runCommand } from '../command.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { serve } from '../http/serve.ts';
import { newId } from '../ids.ts';
import { readBorrowerProfile } from './borrower-profile-service.ts';

type LearntNumber = CallRequest<typeof borrowerProfileCalls.addLearntNumber>['body'];

/** Notes a number that an agent learnt; the same one again says anew whose it is. Throws 404. */
async function addLearntNumber(
  { tx, audit }: Command,
  actor: Actor,
  { loanId, number, holder }: LearntNumber,
): Promise<void> {
  const id = newId();
  const added = await tx.execute(sql`
    insert into learnt_numbers (id, loan_id, number, holder, learnt_by)
    select ${id}, l.id, ${number}, ${holder || null}, ${actor.userId}
    from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}
    on conflict (loan_id, number) do update set holder = coalesce(excluded.holder, learnt_numbers.holder)
    returning id`);
  if (added.rows.length === 0) throw notFound('This loan');
  audit({ action: 'loan.number-learnt', entity: 'loan', entityId: loanId });
}

/** The borrower's profile (spec 7.6). */
export function registerBorrowerProfileRoutes(app: FastifyInstance, context: Context): void {
  const { db, settings } = context;
  serve(app, context, borrowerProfileCalls, {
    getBorrowerProfile: ({ actor, query }) =>
      readBorrowerProfile(db, actor, query.loanId, settings.businessTz),
    addLearntNumber: async ({ actor, body }) => {
      await runCommand(db, actor, (command) => addLearntNumber(command, actor, body));
      return readBorrowerProfile(db, actor, body.loanId, settings.businessTz);
    },
  });
}
