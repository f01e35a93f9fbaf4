import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { positionSchema } from '../../contract/disposition.ts';
import type { Page } from '../../contract/paging.ts';
import type { WorkReview, workReviewCalls } from '../../contract/work-review.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { isoInstant, isoInstantOrNull } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { seenPicturesInReview } from '../dispositions/seen-pictures-service.ts';
import { saidAmount } from './work-review.ts';
import { provenTime } from './work-time.ts';

type ReviewsQuery = CallRequest<typeof workReviewCalls.listWorkReviews>['query'];

type ReviewRow = Omit<WorkReview, 'provenAt' | 'earlierVisits' | 'position'> &
  Record<string, unknown> & { position: unknown };

/** Condition on `u`, the author: a manager decides on its people's work, nobody on their own. */
export function reviewsVisibleTo(actor: Actor): SQL {
  return isAdmin(actor) ? sql`u.id <> ${actor.userId}` : sql`u.manager_id = ${actor.userId}`;
}

const columns = sql`w.op_id as "_id", w.user_id as "agentId", u.full_name as "agentName", w.loan_id as "loanId",
  l.loan_number as "Loan_ID", l.customer_name as "Customer_Name", w.call, w.doubt, w.claimed_at as "claimedAt",
  w.proven_from as "provenFrom", w.proven_to as "provenTo", w.created_at as "receivedAt",
  coalesce(k.label, w.said->>'disposition') as outcome,
  ${saidAmount('amountCollected')} as "amountCollected", ${saidAmount('promiseAmount')} as "promiseAmount",
  w.said->>'remarks' as remarks, w.said->'position' as position`;

function toReview({
  claimedAt,
  provenFrom,
  provenTo,
  receivedAt,
  position,
  ...row
}: ReviewRow): WorkReview {
  const provenAt = provenTime({
    claimedAt: new Date(claimedAt),
    provenFrom: provenFrom === null ? null : new Date(provenFrom),
    provenTo: new Date(provenTo),
  });
  return {
    ...row,
    claimedAt: isoInstant(claimedAt),
    provenFrom: isoInstantOrNull(provenFrom),
    provenTo: isoInstant(provenTo),
    receivedAt: isoInstant(receivedAt),
    provenAt: provenAt.toISOString(),
    // As it came: nobody has looked at it yet.
    position: positionSchema.safeParse(position).data ?? null,
    earlierVisits: [],
  };
}

/** Work that waits for a decision of the actor's, oldest first. */
export async function listWorkReviews(
  db: Db,
  actor: Actor,
  query: ReviewsQuery,
): Promise<Page<WorkReview>> {
  const { search, doubt } = query;
  const page = await listPage<ReviewRow, WorkReview>(db, query, {
    columns,
    from: sql`work_reviews w join users u on u.id = w.user_id join loans l on l.id = w.loan_id`,
    joins: sql`left join disposition_codes k on k.code = w.said->>'disposition'`,
    where: allOf([
      sql`w.decided_at is null`,
      reviewsVisibleTo(actor),
      doubt && sql`w.doubt = ${doubt}`,
      search && contains(search, sql`u.full_name`, sql`l.loan_number`, sql`l.customer_name`),
    ]),
    order: sql`w.created_at, w.op_id`,
    row: toReview,
  });
  const seen = await seenPicturesInReview(
    db,
    actor,
    page.data.map(({ _id }) => _id),
  );
  const data = page.data.map((review) => ({
    ...review,
    earlierVisits: seen.get(review._id) ?? [],
  }));
  return { ...page, data };
}
