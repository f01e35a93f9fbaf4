import { sql } from 'drizzle-orm';
import { newId } from '../../server/ids.ts';
import { addOtherCampaign } from './other-campaign.ts';
import { addOtherInsight } from './other-insight.ts';
import { addOtherSettlement } from './other-settlement.ts';
import { addOtherPromise } from './other-promise.ts';
import { addOtherSeat } from './other-seat.ts';
import { addOtherGate } from './other-gate.ts';
import type { TestServer } from './server.ts';
import { registerTestDevice } from './test-device.ts';
import { callOf, dayFromNow } from './work.ts';

/** What stands in every text of the other tenant. */
export const MARK = 'Zzyzx';

/** Ids of the other tenant's rows by what they are: lender Y, its people, loans and papers, and a partner of its own. */
export type OtherTenant = Readonly<Record<string, string>>;

async function addPeople(server: TestServer): Promise<Record<string, string>> {
  const { db, clients, people } = server;
  const partner = newId();
  const clientAdmin = newId();
  for (const [id, role, clientId] of [
    [partner, 'PARTNER', null],
    [clientAdmin, 'CLIENT_ADMIN', clients.Y.id],
  ] as const)
    await db.execute(sql`insert into users (id, role, username, email, full_name, password_hash, client_id, phone, created_by)
      values (${id}, ${role}, ${`${MARK}${role}`.toLowerCase()}, ${`${MARK}${role}@y.test`.toLowerCase()}, ${`${MARK} ${role}`},
        'x', ${clientId}, '9800000000', ${people.admin.id})`);
  await db.execute(
    sql`insert into partners (user_id, firm_name) values (${partner}, ${`${MARK} firm`})`,
  );
  for (const name of ['manager2', 'collector3', 'fieldagent2', 'customerOfY'] as const)
    await db.execute(
      sql`update users set full_name = ${`${MARK} ${name}`}, created_by = ${partner} where id = ${people[name].id}`,
    );
  return { partner, clientAdmin };
}

async function addWork(server: TestServer): Promise<Record<string, string>> {
  const { db, people } = server;
  const loanId = await server.addLoan({
    client: 'Y',
    customerName: `${MARK} Qwerty`,
    bucket: `${MARK} 3`,
    city: MARK,
    product: MARK,
    collectorId: people.collector3.id,
    managerId: people.manager2.id,
    fieldAgentId: people.fieldagent2.id,
    promiseDate: dayFromNow(30),
    promiseAmount: 700,
    dispositionClass: 'PTP',
  });
  const made = await server.call('POST', '/call-disposition', {
    as: 'collector3',
    body: callOf(loanId, {
      disposition: 'CALLBACK',
      date: dayFromNow(30),
      time: '10:00',
      remarks: MARK,
    }),
  });
  if (made.statusCode !== 200) throw new Error(made.body);
  const { rows } = await db.execute<{ id: string; alert: string }>(sql`
    select d.id, a.id as alert from dispositions d join alerts a on a.disposition_id = d.id where d.loan_id = ${loanId}`);
  const file = newId();
  await db.execute(sql`insert into files (id, disposition_id, loan_id, owner_id, kind, name, content_type, size, sha256)
    values (${file}, ${rows[0]?.id}, ${loanId}, ${people.collector3.id}, 'supportingDoc', ${`${MARK}.pdf`}, 'application/pdf', 3, 'x')`);
  const change = newId();
  await db.execute(sql`insert into loan_changes (id, loan_id, revision, field, old_value, new_value, is_conflict, changed_by)
    values (${change}, ${loanId}, 1, 'Address', ${MARK}, ${`${MARK} 2`}, true, ${people.fieldagent2.id})`);
  const phone = await registerTestDevice(server, 'fieldagent2');
  const receipts = await addReceipts(server, loanId, rows[0]?.id ?? '');
  const commandId = newId();
  const recalled = await server.addLoan({ client: 'Y', customerName: MARK, status: 'WITHDRAWN' });
  await db.execute(sql`insert into loan_closures (id, command_id, loan_id, reason, note)
    values (${newId()}, ${commandId}, ${recalled}, 'WITHDRAWN', ${MARK})`);
  return {
    commandId,
    loanId,
    dispositionId: rows[0]?.id ?? '',
    alertId: rows[0]?.alert ?? '',
    fileId: file,
    conflictId: change,
    deviceId: phone.grant.deviceId,
    ...receipts,
  };
}

/** A receipt in hand, a cancelled one, and a deposit. */
async function addReceipts(
  { db, clients, people }: TestServer,
  loanId: string,
  dispositionId: string,
): Promise<Record<string, string>> {
  const [receiptId, depositId] = [newId(), newId()];
  const [agent, manager] = [people.collector3.id, people.manager2.id];
  await db.execute(sql`insert into deposits (id, agent_id, client_id, amount, deposited_on, place, reference, created_by)
    values (${depositId}, ${agent}, ${clients.Y.id}, 4321, current_date, 'BANK', ${MARK}, ${agent})`);
  await db.execute(sql`
    insert into receipts (id, disposition_id, loan_id, client_id, agent_id, manager_id, amount, mode, collected_on,
      deposit_id, cancelled_at, cancel_reason)
    values (${receiptId}, ${dispositionId}, ${loanId}, ${clients.Y.id}, ${agent}, ${manager}, 1234, 'CASH',
        current_date, null, null, null),
      (${newId()}, ${dispositionId}, ${loanId}, ${clients.Y.id}, ${agent}, ${manager}, 4321, 'CASH', current_date,
        null, now(), ${MARK})`);
  return { receiptId, depositId };
}

async function addPapers(
  server: TestServer,
  partner: string,
  loanId: string,
): Promise<Record<string, string>> {
  const { db, clients, people } = server;
  const Y = clients.Y.id;
  const id = Object.fromEntries(
    [
      'portfolio',
      'contact',
      'partnerContact',
      'policy',
      'incentive',
      'fee',
      'target',
      'notice',
      'clientNotice',
      'importId',
      'mapping',
    ].map((name) => [name, newId()]),
  );
  const settlementId = await addOtherSettlement(server, loanId);
  await db.execute(
    sql`insert into portfolios (id, client_id, name, products) values (${id['portfolio']}, ${Y}, ${MARK}, array[${MARK}])`,
  );
  await db.execute(sql`insert into contact_persons (id, client_id, partner_id, name, phone) values
    (${id['contact']}, ${Y}, null, ${MARK}, '9811111111'), (${id['partnerContact']}, null, ${partner}, ${MARK}, '9822222222')`);
  await db.execute(sql`insert into client_policies (id, client_id, name, content_type, size, sha256, store_key)
    values (${id['policy']}, ${Y}, ${`${MARK}.pdf`}, 'application/pdf', 3, 'x', 'none')`);
  await db.execute(sql`insert into incentive_structures (id, client_id, role_type, valid_from, terms)
    values (${id['incentive']}, ${Y}, 'COLLECTOR', '2020-01-01', '{"measure":"AMOUNT","parts":[{"bucket":null,"product":null,
      "slabs":[{"from":0,"percent":1,"fixedAmount":null}]}],"cap":null,"minAchievement":null,"needsNoBreach":false,
      "needsCashDeposited":false,"teamPercent":null,"clawbackDays":90}')`);
  await db.execute(
    sql`insert into success_fees (id, client_id, product, fee_basis_points) values (${id['fee']}, ${Y}, ${MARK}, 500)`,
  );
  await db.execute(sql`insert into targets (id, owner_id, client_id, month, amount)
    values (${id['target']}, ${people.collector3.id}, ${Y}, date_trunc('month', now())::date, 987654)`);
  await db.execute(sql`insert into notifications (id, user_id, recipient_client_id, kind, facts, client_id, settlement_id, pushed_at) values
    (${id['notice']}, ${people.manager2.id}, null, 'ALLOCATION', ${JSON.stringify({ personName: MARK })}::jsonb, ${Y}, ${settlementId}, now()),
    (${id['clientNotice']}, null, ${Y}, 'SETTLEMENT_PROPOSED', ${JSON.stringify({ personName: MARK })}::jsonb, ${Y}, ${settlementId}, now())`);
  await db.execute(sql`insert into loan_imports (id, batch_no, file_name, store_key, client_id, state, created_by)
    values (${id['importId']}, 4711, ${`${MARK}.csv`}, 'none', ${Y}, 'PENDING', ${people.admin.id})`);
  await db.execute(
    sql`insert into column_mappings (id, kind, client_id, name, mapping) values (${id['mapping']}, 'LOANS', ${Y}, ${MARK}, '{}')`,
  );
  return { ...id, settlementId };
}

/** A posted sheet of payments with its row, its payment and a mapping. */
async function addMoney(
  { db, clients, people }: TestServer,
  loanId: string,
): Promise<Record<string, string>> {
  const Y = clients.Y.id;
  const [sheetId, paymentId, sheetMapping] = [newId(), newId(), newId()];
  await db.execute(sql`insert into activity_sheets (id, kind, client_id, file_name, store_key, state, counts, headers, created_by)
    values (${sheetId}, 'PAYMENT', ${Y}, ${`${MARK}.csv`}, 'none', 'DONE', '{"PART_PAID":{"rows":1,"amount":321}}',
      ${JSON.stringify([MARK])}::jsonb, ${people.admin.id})`);
  await db.execute(sql`insert into activity_sheet_rows (sheet_id, row, outcome, loan_number, loan_id, amount, reference, cells)
    values (${sheetId}, 2, 'PART_PAID', ${MARK}, ${loanId}, 321, ${MARK}, ${JSON.stringify([MARK])}::jsonb)`);
  await db.execute(sql`insert into payments (id, client_id, loan_id, source, sheet_id, row, amount, applied_amount, paid_on,
      mode, reference, collector_id, manager_id, payment_key, created_by)
    values (${paymentId}, ${Y}, ${loanId}, 'PAYMENT', ${sheetId}, 2, 321, 321, '2026-11-01', 'CASH', ${MARK},
      ${people.collector3.id}, ${people.manager2.id}, ${MARK}, ${people.admin.id})`);
  await db.execute(
    sql`insert into column_mappings (id, kind, client_id, name, mapping) values (${sheetMapping}, 'PAYMENT', ${Y}, ${MARK}, '{}')`,
  );
  return { sheetId, paymentId, sheetMapping };
}

/** A plan of the second manager that waits for its confirmation, with one loan. */
async function addRun({ db, people }: TestServer, loanId: string): Promise<Record<string, string>> {
  const runId = newId();
  const spec = { kind: 'COLLECTOR', filter: { city: [MARK] }, assigneeIds: [people.collector3.id] };
  await db.execute(sql`insert into allocation_runs (id, kind, state, spec, total_loans, shared_out, created_by)
    values (${runId}, 'COLLECTOR', 'PLANNED', ${JSON.stringify(spec)}::jsonb, 1, 1, ${people.manager2.id})`);
  await db.execute(sql`insert into allocation_run_loans (run_id, loan_id, revision, assignee_id, reason, due_amount)
    values (${runId}, ${loanId}, 1, ${people.collector3.id}, 'EQUAL_COUNT', 5000)`);
  return { allocationRunId: runId };
}

/** A rule of the other lender with its version, its order, and what one of its collectors can take. */
async function addRules({ db, clients, people }: TestServer): Promise<Record<string, string>> {
  const allocationRuleId = newId();
  const Y = clients.Y.id;
  const spec = {
    conditions: [{ field: 'City', is: 'in', values: [MARK] }],
    kind: 'COLLECTOR',
    assigneeIds: [people.collector3.id],
    spread: 'EQUAL_COUNT',
    isSticky: false,
    matchesSkills: false,
  };
  await db.execute(sql`insert into allocation_rules (id, name, position, client_id, spec)
    values (${allocationRuleId}, ${MARK}, 1, ${Y}, ${JSON.stringify(spec)}::jsonb)`);
  await db.execute(sql`insert into allocation_rule_versions (version, rules)
    values (1, ${JSON.stringify([{ _id: allocationRuleId, name: MARK, lenderId: Y, spec }])}::jsonb)`);
  await db.execute(sql`insert into sorting_rules (id, client_id, keys)
    values (${newId()}, ${Y}, '[{"field":"DPD","isDescending":true}]')`);
  await db.execute(sql`insert into agent_skills (user_id, languages, products)
    values (${people.collector3.id}, array[${MARK}], array[${MARK}])`);
  return { allocationRuleId };
}

/** A note, a learnt number, a corrected and a removed contact of the other lender's loan. */
async function addDeskWork(
  { db, people }: TestServer,
  loanId: string,
  dispositionId: string,
): Promise<Record<string, string>> {
  const [noteId, removedId] = [newId(), newId()];
  const agent = people.collector3.id;
  await db.execute(sql`insert into loan_notes (id, loan_id, author_id, words, is_for_lender)
    values (${noteId}, ${loanId}, ${agent}, ${MARK}, true)`);
  await db.execute(sql`insert into learnt_numbers (id, loan_id, number, holder, learnt_by)
    values (${newId()}, ${loanId}, '9844444444', ${MARK}, ${agent})`);
  await db.execute(sql`insert into disposition_revisions (disposition_id, revision, loan_id, before, reason, changed_by)
    select d.id, d.revision, d.loan_id, to_jsonb(d), ${MARK}, d.agent_id from dispositions d where d.id = ${dispositionId}`);
  await db.execute(sql`insert into dispositions_removed (id, loan_id, agent_id, manager_id, row, reason, removed_by)
    select ${removedId}, d.loan_id, d.agent_id, d.manager_id, to_jsonb(d) || jsonb_build_object('id', ${removedId}::text),
      ${MARK}, d.agent_id from dispositions d where d.id = ${dispositionId}`);
  return { noteId, removedId };
}

/** A template of the other lender, a sending of its manager and its message. */
async function addMessages(
  { db, clients, people }: TestServer,
  loanId: string,
): Promise<Record<string, string>> {
  const [templateId, messageRunId, messageId] = [newId(), newId(), newId()];
  const Y = clients.Y.id;
  await db.execute(sql`insert into message_templates (id, client_id, channel, language, name)
    values (${templateId}, ${Y}, 'SMS', 'en', ${MARK})`);
  await db.execute(sql`insert into message_template_versions (template_id, version, body)
    values (${templateId}, 1, ${`${MARK} {Loan_ID}`})`);
  await db.execute(sql`insert into message_runs (id, channel, template_id, version, state, total_loans, created_by)
    values (${messageRunId}, 'SMS', ${templateId}, 1, 'DONE', 1, ${people.manager2.id})`);
  await db.execute(sql`insert into messages (id, loan_id, client_id, channel, number, text, language, template_id, version,
      state, attempts, run_id, created_by)
    values (${messageId}, ${loanId}, ${Y}, 'SMS', '9833333333', ${MARK}, 'en', ${templateId}, 1, 'FAILED', 1,
      ${messageRunId}, ${people.manager2.id})`);
  return { templateId, messageRunId, messageId };
}

/**
 * Fills lender Y and its people with something of everything there is, each text marked. Nobody of lender X or of the
 * first manager's team may see or change any of it.
 */
export async function addOtherTenant(server: TestServer): Promise<OtherTenant> {
  const { db, clients, people } = server;
  const { partner = '', clientAdmin = '' } = await addPeople(server);
  await db.execute(sql`update clients set address = ${MARK}, code = ${MARK.toUpperCase()}, products = array[${MARK}],
    created_by = ${partner} where id = ${clients.Y.id}`);
  const work = await addWork(server);
  const papers = await addPapers(server, partner, work['loanId'] ?? '');
  const run = await addRun(server, work['loanId'] ?? '');
  const money = await addMoney(server, work['loanId'] ?? '');
  const rules = await addRules(server);
  const messages = await addMessages(server, work['loanId'] ?? '');
  const deskWork = await addDeskWork(server, work['loanId'] ?? '', work['dispositionId'] ?? '');
  const campaign = await addOtherCampaign(server, work['loanId'] ?? '', MARK);
  const promise = await addOtherPromise(server, work['loanId'] ?? '', MARK);
  const gate = await addOtherGate(server, work['loanId'] ?? '', MARK);
  const seat = await addOtherSeat(server, work['loanId'] ?? '', MARK);
  return {
    ...work,
    ...promise,
    ...seat,
    ...gate,
    ...campaign,
    insightId: await addOtherInsight(server, MARK),
    ...papers,
    ...run,
    ...money,
    ...rules,
    ...messages,
    ...deskWork,
    partnerId: partner,
    clientAdminId: clientAdmin,
    clientId: clients.Y.id,
    managerId: people.manager2.id,
    collectorId: people.collector3.id,
    fieldAgentId: people.fieldagent2.id,
    customerId: people.customerOfY.id,
  };
}

/**
 * Every row that names the other tenant: by its mark, its lender's name or one of its ids; the noting of visits left out. A
 * row of one's own may be given any id that no other row of its table has: its own id names nobody.
 */
export async function rowsOfTenant(server: TestServer, other: OtherTenant): Promise<string[]> {
  const pattern = [MARK, server.clients.Y.name, ...Object.values(other)].join('|');
  const { rows: tables } = await server.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'audit_reads', 'login_failures', 'login_places', 'rate_limits', 'loan_best_hours', 'contact_sums', 'kept_months', 'loan_months', 'loan_months_stale', 'devices', 'device_marks', 'receipt_ranges', 'sessions', 'schema_migration') order by 1`);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.db.execute<{ line: string }>(sql`
      select t::text as line from ${sql.identifier(name)} t where (to_jsonb(t) - 'id')::text ~* ${pattern} order by 1`);
    found.push(...rows.map(({ line }) => `${name} ${line}`));
  }
  return found;
}
