import { sql } from 'drizzle-orm';
import type { ClientRemoval } from '../../contract/client.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import { dropInsightsOf } from '../data-insights/data-insight-removal-service.ts';
import { dropLenderRules } from '../allocation-rules/rule-lender-service.ts';
import { dropDocuments } from '../attached-files/document-service.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { conflict, notFound } from '../errors.ts';
import { dropFees } from '../revenue/fee-agreement-service.ts';
import { markRemovedName } from './client-naming.ts';

interface RemovalRow extends Record<string, unknown> {
  name: string;
  loan_count: number;
  person_count: number;
  import_count: number;
  target_count: number;
  notification_count: number;
  invoice_count: number;
  campaign_count: number;
  sheet_count: number;
  run_count: number;
  portfolio_count: number;
  policy_count: number;
  contact_count: number;
  mapping_count: number;
}

async function readRow(db: Db, actor: Actor, id: string, isLocked: boolean): Promise<RemovalRow> {
  if (isLocked) {
    // Nothing new can refer to the client from here on.
    await db.execute(
      sql`select 1 from clients c where c.id = ${id} and ${clientsVisibleTo(actor)} for update`,
    );
  }
  const { rows } = await db.execute<RemovalRow>(sql`select c.name,
      (select count(*)::int from loans where client_id = c.id) as loan_count,
      (select count(*)::int from users where client_id = c.id) as person_count,
      (select count(*)::int from loan_imports where client_id = c.id) as import_count,
      (select count(*)::int from targets where client_id = c.id) as target_count,
      (select count(*)::int from notifications where client_id = c.id or recipient_client_id = c.id) as notification_count,
      (select count(*)::int from invoices where client_id = c.id and state <> 'DRAFT') as invoice_count,
      (select count(*)::int from campaigns where client_id = c.id) as campaign_count,
      (select count(*)::int from activity_sheets where client_id = c.id) as sheet_count,
      (select count(*)::int from allocation_runs where client_id = c.id) as run_count,
      (select count(*)::int from portfolios where client_id = c.id) as portfolio_count,
      (select count(*)::int from client_policies where client_id = c.id) as policy_count,
      (select count(*)::int from contact_persons where client_id = c.id) as contact_count,
      (select count(*)::int from column_mappings where client_id = c.id) as mapping_count
    from clients c where c.id = ${id} and ${clientsVisibleTo(actor)}`);
  const [row] = rows;
  if (!row) throw notFound('This client');
  return row;
}

const hindersOf = (row: RemovalRow): [number, string, string][] =>
  (
    [
      [row.loan_count, 'loan', 'loans'],
      [row.person_count, 'login of its people', 'logins of its people'],
      [row.import_count, 'import', 'imports'],
      [row.target_count, 'target', 'targets'],
      [row.notification_count, 'notification', 'notifications'],
      [row.invoice_count, 'sent invoice', 'sent invoices'],
      [row.campaign_count, 'campaign', 'campaigns'],
      [row.sheet_count, 'sheet of payments or activities', 'sheets of payments or activities'],
      [row.run_count, 'run that shared out loans', 'runs that shared out loans'],
    ] as [number, string, string][]
  ).filter(([count]) => count > 0);

function toRemoval(id: string, row: RemovalRow): ClientRemoval {
  return {
    _id: id,
    Client_Name: row.name,
    loanCount: row.loan_count,
    personCount: row.person_count,
    importCount: row.import_count,
    targetCount: row.target_count,
    notificationCount: row.notification_count,
    invoiceCount: row.invoice_count,
    campaignCount: row.campaign_count,
    sheetCount: row.sheet_count,
    runCount: row.run_count,
    portfolioCount: row.portfolio_count,
    policyCount: row.policy_count,
    contactCount: row.contact_count,
    mappingCount: row.mapping_count,
    isRemovable: hindersOf(row).length === 0,
  };
}

/** What hangs on a client. Throws 404. */
export async function readClientRemoval(
  context: Context,
  actor: Actor,
  id: string,
): Promise<ClientRemoval> {
  return toRemoval(id, await readRow(context.db, actor, id, false));
}

/** Refuses with what hinders, in words and counts. */
function refuseHindered(id: string, row: RemovalRow): void {
  const hinders = hindersOf(row);
  if (hinders.length === 0) return;
  const words = hinders.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  throw conflict(
    'CLIENT_IN_USE',
    `${row.name} can't be removed: it has ${words.join(', ')}. What was worked for a client is kept.`,
    toRemoval(id, row),
  );
}

/** What was set up for a client and is nobody's without it. */
async function dropSetup(tx: Db, id: string): Promise<void> {
  await tx.execute(sql`delete from settlement_limits where client_id = ${id}`);
  await tx.execute(sql`delete from portfolios where client_id = ${id}`);
  await tx.execute(sql`delete from contact_persons where client_id = ${id}`);
  await tx.execute(sql`delete from incentive_structures where client_id = ${id}`);
  await tx.execute(sql`delete from success_fees where client_id = ${id}`);
  await tx.execute(sql`delete from manager_clients where client_id = ${id}`);
  await tx.execute(sql`delete from column_mappings where client_id = ${id}`);
  await tx.execute(sql`delete from promise_rules where client_id = ${id}`);
  await tx.execute(sql`delete from settlement_rules where client_id = ${id}`);
  await tx.execute(sql`delete from attribution_rules where client_id = ${id}`);
  await tx.execute(sql`delete from board_settings where client_id = ${id}`);
  await tx.execute(sql`delete from prediction_switches where client_id = ${id}`);
  await tx.execute(sql`delete from bi_access where client_id = ${id}`);
  await tx.execute(sql`delete from message_template_versions
    where template_id in (select id from message_templates where client_id = ${id})`);
  await tx.execute(sql`delete from message_templates where client_id = ${id}`);
}

/** Removes a client with its contract. Throws 404, or 409 with the counts when it has loans, people or history. */
export async function removeClient(
  context: Context,
  actor: Actor,
  id: string,
): Promise<{ _id: string }> {
  const keys = await runCommand(context.db, actor, async ({ tx, audit }) => {
    const row = await readRow(tx, actor, id, true);
    refuseHindered(id, row);
    const policies = await tx.execute<{ store_key: string }>(
      sql`delete from client_policies where client_id = ${id} returning store_key`,
    );
    await dropSetup(tx, id);
    const insights = await dropInsightsOf(tx, id);
    await dropFees(tx, id);
    await dropLenderRules({ tx, audit }, actor, id);
    await markRemovedName({ tx, audit }, actor, row.name);
    await tx.execute(sql`delete from clients where id = ${id}`);
    const { _id, ...counts } = toRemoval(id, row);
    audit({ action: 'client.remove', entity: 'client', entityId: _id, details: counts });
    return [...policies.rows.map((policy) => policy.store_key), ...insights];
  });
  await dropDocuments(context.fileStore, keys);
  return { _id: id };
}
