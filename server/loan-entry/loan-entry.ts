import { sql } from 'drizzle-orm';
import { IMPORT_FIELD_NAMES, IMPORT_FIELDS } from '../../contract/import-mapping.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { FieldError, loanEntryCalls } from '../../contract/loan-entry.ts';
import type { Actor } from '../access/actor.ts';
import { clientsVisibleTo } from '../access/scope.ts';
import type { Command } from '../command.ts';
import { holdLoansOfDead } from '../contact-gate/dead-borrower-service.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { followDue } from '../loan-closures/loan-return-service.ts';
import { checkLoanFields } from '../loan-imports/field-check-service.ts';

type Entry = CallRequest<typeof loanEntryCalls.enterLoan>['body'];
type Entered = CallAnswer<typeof loanEntryCalls.enterLoan>;

async function findClient(tx: Db, actor: Actor, name: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`select c.id from clients c
    where lower(c.name) = lower(${name}) and ${clientsVisibleTo(actor)}`);
  return rows[0]?.id ?? null;
}

/** A period that is over already would end the loan within the hour. */
function periodError(entry: Entry, today: string): FieldError[] {
  const day = entry.periodEndsOn ?? null;
  if (day === null || day >= today) return [];
  return [{ field: 'periodEndsOn', code: 'day-is-over', reason: 'Choose today or a later day.' }];
}

const refused = (errors: readonly FieldError[]): Entered => ({
  success: false,
  errors: [...errors],
});

/**
 * Enters one loan by the rules of an import row (spec 7.5: `PUT /loans/manual/entry`); it belongs to nobody yet. What is
 * wrong comes back in `errors`, and nothing was stored.
 */
export async function enterLoan(
  command: Command,
  actor: Actor,
  entry: Entry,
  today: string,
): Promise<Entered> {
  const { tx, audit } = command;
  const clientId = await findClient(tx, actor, entry.Client_Name);
  const typed = IMPORT_FIELD_NAMES.filter(
    (field) => IMPORT_FIELDS[field].required || entry.values[field] !== undefined,
  );
  const { checked, problems } = checkLoanFields(
    typed.map((field) => [field, entry.values[field] ?? ''] as const),
  );
  const errors: FieldError[] = [...problems, ...periodError(entry, today)];
  if (clientId === null)
    errors.unshift({
      field: 'Client_Name',
      code: 'wrong-client',
      reason: 'Choose a client from the list.',
    });
  if (clientId === null || errors.length > 0) return refused(errors);
  const row = Object.fromEntries(checked.map(({ column, value }) => [column, value]));
  const columns = checked.map(({ column }) => sql.identifier(column));
  const id = newId();
  const stored = await tx.execute(sql`
    insert into loans (id, client_id, period_ends_on, ${sql.join(columns, sql`, `)})
    select ${id}::uuid, ${clientId}::uuid, ${entry.periodEndsOn ?? null}::date,
      ${sql.join(
        columns.map((column) => sql`r.${column}`),
        sql`, `,
      )}
    from jsonb_populate_record(null::loans, ${JSON.stringify(row)}::jsonb) r
    where not exists (select 1 from loan_keys k where k.client_id = ${clientId}::uuid and k.status <> 'DELETED'
      and upper(k.loan_number) = upper(trim(r.loan_number)))
    on conflict (client_id, loan_number) where status <> 'DELETED' do nothing`);
  if (stored.rowCount === 0) {
    const reason = 'This client has a loan with this number already. Find it at Loans.';
    return refused([{ field: 'Loan_ID', code: 'taken', reason }]);
  }
  audit({ action: 'loan.enter', entity: 'loan', entityId: id, details: { clientId } });
  await holdLoansOfDead(tx, sql`${id}::uuid`);
  await followDue(command, actor.userId, id, today);
  return { success: true, _id: id };
}
