import { CALL_STARTED } from '../../contract/disposition.ts';
import type { Actor } from '../access/actor.ts';
import { workableLoans } from '../access/workable-loan.ts';
import type { WorkableLoan } from '../access/workable-loan.ts';
import { workedAt } from '../access/work-origin.ts';
import type { WorkOrigin } from '../access/work-origin.ts';
import { followRecordedCalls } from '../agent-states/desk-call-service.ts';
import { announceFiles } from '../attached-files/attached-file-service.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { conflict } from '../errors.ts';
import { newId } from '../ids.ts';
import { keepReceipts } from '../receipts/receipt-keeping-service.ts';
import { collectedMoney } from './collected-money.ts';
import { addDispositions } from './disposition-adding.ts';
import { makeAlert, tellCollectors } from './disposition-alert.ts';
import { noteDispositions } from './disposition-contacts.ts';
import { findCodes } from './disposition-codes.ts';
import { dispositionRow, withinTalk } from './disposition-row.ts';
import type { NewDisposition } from './disposition-row.ts';
import { refuseAgainstRules } from './disposition-rules.ts';
import type { ContactInput } from './disposition-rules.ts';
import { refreshLoanSummaries } from './loan-summary.ts';

/** A delivered contact. */
export interface DeliveredContact {
  readonly input: ContactInput;
  readonly origin: WorkOrigin;
}

/** A contact with the row it becomes. */
interface PlannedContact {
  readonly input: ContactInput;
  readonly loan: WorkableLoan;
  readonly row: NewDisposition;
}

async function plan(
  tx: Db,
  actor: Actor,
  contacts: readonly DeliveredContact[],
  businessTz: string,
): Promise<PlannedContact[]> {
  const works = contacts.map(({ input, origin }) => ({
    loanId: input.loanId,
    at: workedAt(origin),
    origin,
    callId: input._id,
  }));
  const loans = await workableLoans(tx, actor, works);
  const names = contacts.map(({ input }) => input.disposition ?? CALL_STARTED);
  const codes = await findCodes(tx, names);
  return contacts.flatMap(({ input, origin }, place) => {
    const [work, loan] = [works[place], loans[place]];
    const code = codes.get(names[place] ?? '') ?? null;
    if (!work || !loan) return [];
    refuseAgainstRules(code, input, work.at, businessTz, { origin });
    const id = input._id ?? newId();
    return [
      { input, loan, row: dispositionRow(id, actor, loan, code, input, work.at, origin.opId) },
    ];
  });
}

/**
 * Records delivered contacts that are all new, in few statements; otherwise as if one after the other. Throws what recording
 * one of them throws, and 409 when an id is taken or comes twice: then whoever calls records each by itself.
 */
export async function storeDispositions(
  command: Command,
  actor: Actor,
  contacts: readonly DeliveredContact[],
  businessTz: string,
): Promise<void> {
  const { tx, audit } = command;
  const planned = await plan(tx, actor, contacts, businessTz);
  const rows = await withinTalk(
    tx,
    planned.map(({ row }) => row),
  );
  if (!(await addDispositions(tx, rows)))
    throw conflict('NOT_NEW', 'Some of these were saved before.');
  for (const { input, loan, row } of planned) {
    const place = { dispositionId: row.id, loanId: loan.loanId };
    await announceFiles(tx, actor, place, input.files ?? []);
    const details = { loanId: loan.loanId, code: row.code, isLate: loan.isLate };
    audit({ action: 'disposition.record', entity: 'disposition', entityId: row.id, details });
  }
  await tellCollectors(tx, rows);
  await noteDispositions(command, rows, businessTz, 'NEW');
  await followRecordedCalls(tx, actor, rows);
  for (const row of rows) await makeAlert(tx, row, businessTz);
  await keepReceipts(command, collectedMoney(planned), businessTz);
  const done = planned.filter(({ row }) => row.code !== CALL_STARTED);
  await refreshLoanSummaries(
    tx,
    done.map(({ loan }) => loan.loanId),
    businessTz,
  );
}
