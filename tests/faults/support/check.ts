import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { goInside } from '../../e2e/support/page-watch.ts';
import type { AgentPhone } from './agent-phone.ts';
import type { Lab } from './lab.ts';
import type { LedgerEntry } from './ledger.ts';
import { unsentOf } from './phone-store.ts';

/** What a fault may leave behind by design. */
export interface CheckOptions {
  /** Operations (by id) that wait for a person, and the words that the outbox screen says why. */
  readonly parked?: readonly { readonly opId: string; readonly reason: RegExp }[];
  /** Files that the server will never take, likewise; their visits are delivered. */
  readonly refusedFiles?: readonly { readonly fileId: string; readonly reason: RegExp }[];
  /** Operations that the phone's storage lost for good; a test that has any checks that people are told. */
  readonly lost?: readonly string[];
}

interface OperationRow extends Record<string, unknown> {
  op_id: string;
  payload_hash: string;
  user_id: string;
  sequence: number;
  call: string;
  outcome: string;
  delivered_at: string;
  /** Rows of the work itself: dispositions, or 1 when the loan was changed; alerts are counted by themselves. */
  effects: number;
  /** How often it was done, by the audit or the loan's history. */
  audits: number;
  /** Place in the order of commits, by the audit's chain; null for calls without one of their own. */
  place: number | null;
  author_id: string | null;
}

interface FileRow extends Record<string, unknown> {
  id: string;
  disposition_id: string | null;
  owner_id: string;
  sha256: string;
  store_key: string | null;
  /** Commit order of its disposition and of its own delivery. */
  parent_place: number | null;
  place: number | null;
}

async function readOperations(lab: Lab, userIds: readonly string[]): Promise<OperationRow[]> {
  const result = await lab.db.execute<OperationRow>(sql`
    select o.op_id, o.payload_hash, o.user_id, o.sequence, o.call, o.outcome, o.delivered_at,
      case o.call
        when 'editLoan' then (select least(1, count(*)) from loan_changes c where c.op_id = o.op_id)
        when 'createAlert' then 1
        else (select count(*) from dispositions d where d.op_id = o.op_id) end::int as effects,
      case o.call
        when 'editLoan' then (select 1 + count(*) - count(distinct c.field) from loan_changes c where c.op_id = o.op_id)
        when 'createAlert' then 1
        else (select count(*) from audit_log a where a.entity_id = o.op_id::text
          and a.action = 'disposition.record') end::int as audits,
      (select min(a.sequence) from audit_log a where a.entity_id = o.op_id::text
        and a.action = 'disposition.record') as place,
      (select d.agent_id from dispositions d where d.op_id = o.op_id limit 1) as author_id
    from operations o where o.user_id in ${userIds}`);
  return result.rows;
}

async function readFiles(lab: Lab, userIds: readonly string[]): Promise<FileRow[]> {
  const result = await lab.db.execute<FileRow>(sql`
    select f.id, f.disposition_id, f.owner_id, f.sha256, f.store_key,
      (select min(a.sequence) from audit_log a where a.entity_id = f.disposition_id::text
        and a.action = 'disposition.record') as parent_place,
      (select min(a.sequence) from audit_log a where a.entity_id = f.id::text and a.action = 'file.deliver') as place
    from files f where f.owner_id in ${userIds}`);
  return result.rows;
}

async function storedHash(lab: Lab, key: string): Promise<string | null> {
  const bytes = await readFile(join(lab.product.dataDir, 'files', key)).catch(() => null);
  return bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
}

/** Each saved operation exactly once, by its own author, with its own content; and nothing that was never saved. */
function operationProblems(
  entries: readonly LedgerEntry[],
  rows: readonly OperationRow[],
  parked: ReadonlySet<string>,
): string[] {
  const problems: string[] = [];
  const known = new Map(entries.map((entry) => [entry.opId, entry]));
  const find = (opId: string) => rows.filter((row) => row.op_id === opId);
  for (const { opId, call, payloadHash, userId, sequence } of entries) {
    const name = `${call} ${opId}`;
    const [row, ...more] = find(opId);
    if (more.length > 0) problems.push(`${name} is there ${more.length + 1} times`);
    if (parked.has(opId)) {
      if (row?.outcome === 'DONE') problems.push(`${name} is parked on the phone, but done`);
      continue;
    }
    if (row === undefined) {
      problems.push(`${name} is lost`);
      continue;
    }
    if (row.outcome !== 'DONE') problems.push(`${name} is ${row.outcome} on the server`);
    if (row.effects !== 1) problems.push(`${name} did its work ${row.effects} times`);
    if (row.audits !== 1) problems.push(`${name} stands ${row.audits} times in the audit`);
    if (row.payload_hash !== payloadHash) problems.push(`${name} has other content`);
    if (row.sequence !== sequence) problems.push(`${name} has another number`);
    if (row.call !== call) problems.push(`${name} was taken as ${row.call}`);
    const isOwn = row.user_id === userId && (row.author_id ?? userId) === userId;
    if (!isOwn) problems.push(`${name} stands under another author`);
  }
  for (const { op_id: opId } of rows)
    if (!known.has(opId)) problems.push(`${opId} is on the server, but no screen ever said saved`);
  return problems;
}

/** Within a loan, work was done in the order in which it was saved. */
function orderProblems(entries: readonly LedgerEntry[], rows: readonly OperationRow[]): string[] {
  const problems: string[] = [];
  const rowOf = new Map(rows.map((row) => [row.op_id, row]));
  const lastOf = new Map<string, { at: number; place: number; opId: string }>();
  for (const { opId, loanId, userId } of entries.toSorted((a, b) => a.sequence - b.sequence)) {
    const row = rowOf.get(opId);
    if (row === undefined || row.outcome !== 'DONE') continue;
    const lane = `${userId} ${loanId}`;
    const before = lastOf.get(lane);
    const at = Date.parse(row.delivered_at);
    const place = row.place ?? before?.place ?? 0;
    if (before !== undefined && (at < before.at || place < before.place))
      problems.push(`${opId} was done before ${before.opId} of the same loan`);
    lastOf.set(lane, { at, place, opId });
  }
  return problems;
}

/** Each file once, with the bytes that were saved, after its visit; and no file that nobody saved. */
async function fileProblems(
  lab: Lab,
  entries: readonly LedgerEntry[],
  rows: readonly FileRow[],
  parked: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  const wanted = new Set(entries.flatMap(({ files }) => files.map(({ fileId }) => fileId)));
  for (const { opId, userId, files } of entries) {
    if (parked.has(opId)) continue;
    for (const { fileId, sha256 } of files) {
      const name = `file ${fileId}`;
      const [row, ...more] = rows.filter(({ id }) => id === fileId);
      if (row === undefined || more.length > 0) {
        problems.push(`${name} is there ${row === undefined ? 0 : more.length + 1} times`);
        continue;
      }
      if (row.disposition_id !== opId) problems.push(`${name} is not with its visit`);
      if (row.owner_id !== userId) problems.push(`${name} is another author's`);
      if (row.sha256 !== sha256) problems.push(`${name} was announced with another hash`);
      if (parked.has(fileId)) {
        if (row.store_key !== null) problems.push(`${name} waits on the phone, but is there`);
        continue;
      }
      if (row.store_key === null) problems.push(`${name} never arrived`);
      else if ((await storedHash(lab, row.store_key)) !== sha256)
        problems.push(`${name} is stored with other bytes`);
      if (row.place !== null && row.place <= (row.parent_place ?? 0))
        problems.push(`${name} was delivered before its visit`);
    }
  }
  for (const { id } of rows) if (!wanted.has(id)) problems.push(`file ${id} was never saved`);
  return problems;
}

/** What is wrong on the server's side; empty when every entry is there as it should be. */
export async function serverProblems(
  lab: Lab,
  entries: readonly LedgerEntry[],
  parked: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const userIds = [...new Set(entries.map(({ userId }) => userId))];
  if (userIds.length === 0) return ['the ledger is empty'];
  const operations = await readOperations(lab, userIds);
  const files = await readFiles(lab, userIds);
  return [
    ...operationProblems(entries, operations, parked),
    ...orderProblems(entries, operations),
    ...(await fileProblems(lab, entries, files, parked)),
    ...(await alertProblems(lab, entries, parked)),
    ...(await foreignProblems(lab, entries)),
  ];
}

/** Each reminder once: it belongs to the disposition that was saved before it. */
async function alertProblems(
  lab: Lab,
  entries: readonly LedgerEntry[],
  parked: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { opId, call, after } of entries) {
    if (call !== 'createAlert' || parked.has(opId)) continue;
    const result = await lab.db.execute<{ n: number }>(
      sql`select count(*)::int as n from alerts where disposition_id = ${after}`,
    );
    const n = result.rows[0]?.n ?? 0;
    if (n !== 1) problems.push(`createAlert ${opId} made ${n} reminders`);
  }
  return problems;
}

/** Nobody else's name stands under work on these loans. */
async function foreignProblems(lab: Lab, entries: readonly LedgerEntry[]): Promise<string[]> {
  const loanIds = [...new Set(entries.map(({ loanId }) => loanId))];
  const userIds = [...new Set(entries.map(({ userId }) => userId))];
  const result = await lab.db.execute<{ id: string }>(sql`
    select id from dispositions where loan_id in ${loanIds} and agent_id not in ${userIds}`);
  return result.rows.map(({ id }) => `disposition ${id} stands under another author`);
}

/**
 * The same end for every fault, once the network is whole again: the outbox drains by itself; then every operation of the
 * phone's ledger is in the database exactly once, with its files' bytes, in order, under its author; and the outbox
 * screen says that everything is sent, or why not.
 */
export async function expectAllDelivered(
  lab: Lab,
  phone: AgentPhone,
  { parked = [], refusedFiles = [], lost = [] }: CheckOptions = {},
): Promise<void> {
  const ids = parked.map(({ opId }) => opId);
  const fileIds = refusedFiles.map(({ fileId }) => fileId);
  await phone.drained([...ids, ...fileIds]);
  const kept = new Set([...ids, ...fileIds]);
  const entries = phone.ledger.entries.filter(({ opId }) => !lost.includes(opId));
  expect(await serverProblems(lab, entries, kept)).toEqual([]);
  const left = unsentOf(await phone.outbox());
  expect(left.operations.map(({ opId }) => opId).toSorted()).toEqual(ids.toSorted());
  const page = phone.page();
  await goInside(page, '/outbox');
  const shown = [...parked, ...refusedFiles];
  if (shown.length === 0)
    await expect(page.getByText('Everything is sent', { exact: true })).toBeVisible();
  for (const { reason } of shown)
    await expect(page.getByRole('listitem').filter({ hasText: reason }).first()).toBeVisible();
}
