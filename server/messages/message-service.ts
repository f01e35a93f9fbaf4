import { sql } from 'drizzle-orm';
import { fieldProblem } from '../../contract/errors.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import { smsLength } from '../../contract/message-text.ts';
import type { Message, messageCalls } from '../../contract/message.ts';
import type { MessageChannel, MessageTemplate } from '../../contract/message-template.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { runCommand } from '../command.ts';
import { claimContact, decideContacts } from '../contact-gate/contact-gate-service.ts';
import type { GateAnswer } from '../contact-gate/contact-gate-service.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { holdLocks } from '../database/locks.ts';
import { againstRules, conflict, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { fillTemplate } from './message-filling.ts';
import { readMessage } from './message-list.ts';
import { draftMessage, insertMessage, numbersOf, readMessageLoans } from './message-queueing.ts';
import type { DraftMessage, MessageLoan } from './message-queueing.ts';
import { MESSAGE_QUEUES } from './message-sending.ts';
import { findTemplate, refuseOtherVersion } from './template-service.ts';

type SendBody = CallRequest<typeof messageCalls.sendSms>['body'];
type PreviewBody = CallRequest<typeof messageCalls.previewMessage>['body'];
type PreviewAnswer = CallAnswer<typeof messageCalls.previewMessage>;

async function readLoan(db: Db, actor: Actor, loanId: string): Promise<MessageLoan> {
  const [loan] = await readMessageLoans(db, sql`l.id = ${loanId} and ${loansAtHandOf(actor)}`);
  if (!loan) throw notFound('This loan');
  return loan;
}

/** Throws 422 that says what stands in a message's way. */
function refuseProblem(
  draft: DraftMessage,
  loan: MessageLoan,
  template: MessageTemplate,
): asserts draft is DraftMessage & { number: string } {
  const missing = draft.missing.map((name) => `{${name}}`).join(', ');
  const words: Readonly<Record<NonNullable<DraftMessage['problem']>, string>> = {
    NOT_ACTIVE: `Loan ${loan.Loan_ID} is ${loan.status.toLowerCase()}: its borrower gets no messages any more.`,
    OTHER_LENDER: `The template "${template.name}" is another client's. Choose one that fits ${loan.Client_Name}.`,
    NOTHING_LEFT: `Nothing is left to pay on loan ${loan.Loan_ID}: agents collected all of it, and it waits to be verified.`,
    NO_NUMBER: 'This is none of the numbers of this borrower. Choose one of them.',
    NO_VALUE: `This loan has no value for ${missing}. Choose another template, or add what is missing.`,
    TOO_LONG: 'The text is too long with the values of this loan. Choose a shorter template.',
  };
  if (draft.problem !== null)
    throw againstRules(
      `MESSAGE_${draft.problem}`,
      words[draft.problem],
      draft.problem === 'NO_VALUE'
        ? [
            fieldProblem('templateId', 'value-missing', {
              names: missing,
              missing: [...draft.missing],
            }),
          ]
        : [],
    );
}

function refuseByGate({ isAllowed, reason, until }: GateAnswer): void {
  if (isAllowed) return;
  throw againstRules(
    'CONTACT_REFUSED',
    `The contact rules allow no message to this borrower now (${reason ?? 'NO'}). Nothing was sent.`,
    [
      fieldProblem('', 'contact-refused', {
        reason: reason ?? 'NO',
        until: until?.toISOString() ?? '',
      }),
    ],
  );
}

interface EarlierRow extends Record<string, unknown> {
  loan_id: string;
  template_id: string;
  number: string;
  created_by: string | null;
}

/** Whether this very message was queued before. Throws 409 when the id belongs to another one. */
async function isRepeat(tx: Db, actor: Actor, id: string, body: SendBody): Promise<boolean> {
  const { rows } = await tx.execute<EarlierRow>(
    sql`select loan_id, template_id, number, created_by from messages where id = ${id}`,
  );
  const [earlier] = rows;
  if (!earlier) return false;
  const isSame =
    earlier.created_by === actor.userId &&
    earlier.loan_id === body.loanId &&
    earlier.template_id === body.templateId &&
    (body.number === undefined || earlier.number === body.number);
  if (!isSame)
    throw conflict('ID_TAKEN', 'This message was taken under another id. Open the dialog again.');
  return true;
}

/**
 * Queues a message to a borrower (spec 7.6) after the gate, both in one transaction; the same id again is the same
 * message. Throws 404, 409 and 422.
 */
export async function sendMessage(
  context: Context,
  actor: Actor,
  channel: MessageChannel,
  body: SendBody,
): Promise<Message> {
  const id = body._id ?? newId();
  const { businessTz } = context.settings;
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    // Two at once with one id: the second waits here and finds the first's.
    await holdLocks(tx, 'message', [id]);
    if (await isRepeat(tx, actor, id, body)) return;
    const loan = await readLoan(tx, actor, body.loanId);
    const template = await findTemplate(tx, actor, body.templateId);
    if (template.channel !== channel || !template.isActive)
      throw againstRules('WRONG_TEMPLATE', 'Choose a template of this channel that is in use.', [
        fieldProblem('templateId', 'wrong-template'),
      ]);
    await refuseOtherVersion(tx, template, body.version);
    const draft = draftMessage(template, loan, body.number);
    refuseProblem(draft, loan, template);
    const { number } = draft;
    refuseByGate(
      await claimContact(
        tx,
        { attemptId: id, loanId: loan._id, channel, number, agentId: actor.userId },
        businessTz,
      ),
    );
    await insertMessage(tx, { id, loan, template, draft, runId: null, createdBy: actor.userId });
    await context.jobs.add(tx, MESSAGE_QUEUES[channel], channel);
    audit({
      action: 'message.send',
      entity: 'message',
      entityId: id,
      details: { loanId: loan._id, channel, templateId: template._id, version: template.version },
    });
  });
  context.jobs.wake(MESSAGE_QUEUES[channel]);
  return readMessage(context.db, actor, id);
}

/** The loan a preview is shown with when none is named: the newest active one that the actor may see. */
async function sampleLoan(db: Db, actor: Actor): Promise<MessageLoan> {
  const [loan] = await readMessageLoans(
    db,
    sql`l.id = (select l.id from loans l where l.status = 'ACTIVE' and ${loansVisibleTo(actor)}
      order by l.created_at desc, l.id limit 1)`,
  );
  if (!loan)
    throw againstRules('NO_LOAN', 'There is no active loan to show this with. Import loans first.');
  return loan;
}

/** What a template, or a text that is being written, says of a loan. Sends nothing. Throws 404 and 422. */
export async function previewMessage(
  context: Context,
  actor: Actor,
  { loanId, templateId, body, channel: askedChannel, number }: PreviewBody,
): Promise<PreviewAnswer> {
  const { db } = context;
  const loan =
    loanId === undefined ? await sampleLoan(db, actor) : await readLoan(db, actor, loanId);
  const template = templateId === undefined ? null : await findTemplate(db, actor, templateId);
  const channel = template?.channel ?? askedChannel;
  const { text, unknown, missing } = fillTemplate(
    template?.body ?? body ?? '',
    loan,
    template?.language,
  );
  const { encoding, length, segments } = smsLength(text);
  const numbers = numbersOf(loan);
  const [gate] = await decideContacts(
    db,
    [
      {
        loanId: loan._id,
        channel,
        number: numbers.find((one) => one === number) ?? numbers[0] ?? null,
      },
    ],
    context.settings.businessTz,
  );
  return {
    loanId: loan._id,
    Loan_ID: loan.Loan_ID,
    version: template?.version ?? null,
    text,
    encoding,
    length,
    segments: channel === 'SMS' ? segments : 1,
    unknown,
    missing,
    numbers,
    isAllowed: gate?.isAllowed ?? false,
    reason: gate?.reason ?? null,
    until: gate?.until?.toISOString() ?? null,
  };
}

/** Queues a message once more that failed for certain; a new attempt before the gate. Throws 404, 409 and 422. */
export async function retryMessage(context: Context, actor: Actor, id: string): Promise<Message> {
  const before = await readMessage(context.db, actor, id);
  const { channel, loanId, number } = before;
  await runCommand(context.db, actor, async ({ tx, audit }) => {
    const moved =
      await tx.execute(sql`update messages set state = 'QUEUED', next_at = now(), error = null,
      updated_at = now() where id = ${id} and state = 'FAILED'`);
    if (moved.rowCount !== 1)
      throw conflict(
        'NOT_FAILED',
        'Only a message that certainly failed is sent again. Look at its state once more.',
      );
    refuseByGate(
      await claimContact(
        tx,
        { attemptId: newId(), loanId, channel, number, agentId: actor.userId },
        context.settings.businessTz,
      ),
    );
    await context.jobs.add(tx, MESSAGE_QUEUES[channel], channel);
    audit({ action: 'message.retry', entity: 'message', entityId: id, details: { loanId } });
  });
  context.jobs.wake(MESSAGE_QUEUES[channel]);
  return readMessage(context.db, actor, id);
}
