import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { CallRequest } from '../../contract/call.ts';
import { fieldProblem } from '../../contract/errors.ts';
import { mayReadReport, reportEngineCalls } from '../../contract/report-engine.ts';
import type { ReportName } from '../../contract/report-names.ts';
import { MOST_VIEWS, VIEW_SHARERS } from '../../contract/report-view.ts';
import type { ReportView, reportViewCalls } from '../../contract/report-view.ts';
import { isAdmin } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import { mayAsk } from '../access/claims.ts';
import { isoInstant } from '../clock.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { againstRules, conflict, notAllowed, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { textFor } from '../loans/loan-rows-service.ts';
import { refuseLook } from './scheduled-file.ts';

interface ViewRow extends Omit<ReportView, 'isOwn'>, Record<string, unknown> {
  ownerId: string;
}

/** Who shares views with roles, and looks after those that somebody who left had shared. */
const mayShare = ({ role }: Actor): boolean => VIEW_SHARERS.has(role);

/**
 * Condition on `v` and its owner `o` (or that of what sends it): shared by somebody who can no longer log in. Who may share
 * looks after those of its own side, with whomever they were shared: nobody else could remove them.
 */
export const isLeftTo = (actor: Actor): SQL =>
  sql`(${mayShare(actor)} and o.disabled_at is not null and v.roles <> '{}'
    and (${isAdmin(actor)} or o.client_id is not distinct from ${actor.clientId}::uuid))`;

/**
 * Condition on `v` and its owner `o`: the actor's own views, and those shared with its role by the agency or by its own
 * lender's people. Of those it may use the ones that `mayOpen`.
 */
function viewsVisibleTo(actor: Actor): SQL {
  const { userId, role, clientId } = actor;
  return sql`(v.removed_at is null and (v.owner_id = ${userId}
    or (${role} = any(v.roles) and (o.client_id is null or o.client_id = ${clientId}::uuid))
    or ${isLeftTo(actor)}))`;
}

/** Whether a view's report, and all whom its filters name, are the actor's to ask for. */
async function mayOpen(db: Db, actor: Actor, { ownerId, report, look }: ViewRow): Promise<boolean> {
  if (!mayReadReport(report, actor.role)) return false;
  return ownerId === actor.userId || mayAsk(db, actor, look, reportEngineCalls.readReport);
}

/** As the actor sees it: in another's search may be a number that is masked for the actor. */
function toView({ ownerId, look, ...row }: ViewRow, { userId, role }: Actor): ReportView {
  const isOwn = ownerId === userId;
  const { search } = look;
  const seen = isOwn || search === undefined ? look : { ...look, search: textFor(role, search) };
  return { ...row, look: seen, isOwn, updatedAt: isoInstant(row.updatedAt) };
}

async function readViews(db: Db, actor: Actor, which: SQL): Promise<ReportView[]> {
  const { rows } = await db.execute<ViewRow>(sql`
    select v.id as "_id", v.owner_id as "ownerId", v.report, v.name, v.roles, v.look, o.full_name as "ownerName",
      (v.owner_id = ${actor.userId} or ${isLeftTo(actor)}) as "mayRemove", v.updated_at as "updatedAt"
    from report_views v join users o on o.id = v.owner_id where ${viewsVisibleTo(actor)} and ${which}
    order by (v.owner_id = ${actor.userId}) desc, lower(v.name), v.id limit 1000`);
  const opened = await Promise.all(rows.map(async (row) => mayOpen(db, actor, row)));
  return rows.filter((_, n) => opened[n] === true).map((row) => toView(row, actor));
}

/** A view that the actor may use. Throws 404. */
export async function findView(db: Db, actor: Actor, id: string): Promise<ReportView> {
  const [view] = await readViews(db, actor, sql`v.id = ${id}`);
  if (!view) throw notFound('This view');
  return view;
}

/** The views that the actor may use, its own first. */
export async function listReportViews(
  db: Db,
  actor: Actor,
  report: ReportName | undefined,
): Promise<{ data: ReportView[] }> {
  const which = report === undefined ? sql`true` : sql`v.report = ${report}`;
  return { data: await readViews(db, actor, which) };
}

type NewView = CallRequest<typeof reportViewCalls.createReportView>['body'];
type ChangedView = CallRequest<typeof reportViewCalls.changeReportView>['body'];

function refuseSharing(actor: Actor, roles: readonly string[]): void {
  if (roles.length > 0 && !mayShare(actor))
    throw notAllowed('Only managers and admins share views.');
}

async function refuseTakenName(
  tx: Db,
  actor: Actor,
  { report, name, ownId }: { report: string; name: string; ownId: string | null },
): Promise<void> {
  // One after the other: two at once would both find the name free.
  await tx.execute(sql`select id from users where id = ${actor.userId} for update`);
  const { rows } = await tx.execute<{ isTaken: boolean; count: number }>(sql`
    select coalesce(bool_or(lower(v.name) = lower(${name}) and v.id is distinct from ${ownId}::uuid), false) as "isTaken",
      count(*)::int as count
    from report_views v where v.owner_id = ${actor.userId} and v.report = ${report} and v.removed_at is null`);
  const [found] = rows;
  if (found?.isTaken)
    throw conflict('VIEW_NAME_TAKEN', 'You have a view of this name already. Choose another.', [
      fieldProblem('name', 'taken'),
    ]);
  if (ownId === null && (found?.count ?? 0) >= MOST_VIEWS)
    throw againstRules('TOO_MANY_VIEWS', 'You have many views of this report. Remove one first.');
}

/** Saves a view. Throws 400 for one that can't be opened, 403 for a report or a sharing that is not the actor's, 409 for a name that it has. */
export async function createReportView(
  { db, settings }: Context,
  actor: Actor,
  { report, name, roles, look }: NewView,
): Promise<ReportView> {
  refuseLook(actor, settings.businessTz, { report, look });
  refuseSharing(actor, roles);
  const id = newId();
  return runCommand(db, actor, async ({ tx, audit }) => {
    await refuseTakenName(tx, actor, { report, name, ownId: null });
    await tx.execute(sql`insert into report_views (id, owner_id, report, name, roles, look)
      values (${id}, ${actor.userId}, ${report}, ${name}, ${sql.param(roles)}::text[], ${JSON.stringify(look)}::jsonb)`);
    audit({
      action: 'report-view.create',
      entity: 'report-view',
      entityId: id,
      details: { report, name, roles, look },
    });
    return findView(tx, actor, id);
  });
}

/** Changes a view of the actor's own. Throws 400, 403, 404, 409. */
export async function changeReportView(
  { db, settings }: Context,
  actor: Actor,
  id: string,
  { name, roles, look }: ChangedView,
): Promise<ReportView> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    const before = await findView(tx, actor, id);
    if (!before.isOwn) throw notAllowed('Only its owner changes a view. Save it as your own.');
    refuseLook(actor, settings.businessTz, { report: before.report, look });
    refuseSharing(actor, roles);
    await refuseTakenName(tx, actor, { report: before.report, name, ownId: id });
    await tx.execute(sql`update report_views set name = ${name}, roles = ${sql.param(roles)}::text[],
      look = ${JSON.stringify(look)}::jsonb, updated_at = now() where id = ${id}`);
    audit({
      action: 'report-view.change',
      entity: 'report-view',
      entityId: id,
      details: { before, after: { name, roles, look } },
    });
    return findView(tx, actor, id);
  });
}

/** Removes a view of the actor's own, or one that somebody who left had shared. Throws 403, 404, and 409 while a schedule uses it. */
export async function removeReportView(db: Db, actor: Actor, id: string): Promise<{ _id: string }> {
  return runCommand(db, actor, async ({ tx, audit }) => {
    await tx.execute(sql`select id from report_views where id = ${id} for update`);
    const view = await findView(tx, actor, id);
    if (!view.mayRemove) throw notAllowed('Only its owner removes a view.');
    const { rows } = await tx.execute<{
      isUsed: boolean;
    }>(sql`select exists (select 1 from report_schedules s
      where s.view_id = ${id} and s.ended_at is null) as "isUsed"`);
    if (rows[0]?.isUsed)
      throw conflict(
        'VIEW_IN_USE',
        'A schedule sends this view. Remove the schedule first; an admin can remove anybody’s.',
      );
    await tx.execute(sql`update report_views set removed_at = now() where id = ${id}`);
    audit({
      action: 'report-view.remove',
      entity: 'report-view',
      entityId: id,
      details: { name: view.name },
    });
    return { _id: id };
  });
}
