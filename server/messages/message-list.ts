import { sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { wholeNumber } from '../../contract/contact-rules.ts';
import type { CallAnswer, CallRequest } from '../../contract/call.ts';
import type { Message, messageCalls } from '../../contract/message.ts';
import { MESSAGE_CHANNELS } from '../../contract/message-template.ts';
import type { Actor } from '../access/actor.ts';
import { loansVisibleTo, loansAtHandOf } from '../access/scope.ts';
import { dayRange } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Db } from '../database/connection.ts';
import { allOf, contains, listPage } from '../database/list-page.ts';
import { notFound } from '../errors.ts';
import { messageColumns, messageSource, toMessage } from './message-rows.ts';
import type { MessageRow } from './message-rows.ts';

type Query = CallRequest<typeof messageCalls.listMessages>['query'];
type Answer = CallAnswer<typeof messageCalls.listMessages>;

/** Most messages of one loan that its history shows. */
const MOST_OF_LOAN = 200;
const EARLIEST_DAY = '1900-01-01';
const LATEST_DAY = '9999-12-30';

function listCondition(actor: Actor, query: Query, businessTz: string): SQL {
  const { search, state, channel, runId, gte, lte } = query;
  const { start, end } = dayRange(businessTz, gte ?? EARLIEST_DAY, lte ?? LATEST_DAY);
  return allOf([
    loansVisibleTo(actor),
    search &&
      sql`(${contains(search, sql`l.customer_name`, sql`l.loan_number`, sql`t.name`)}
        or ${contains(wholeNumber(search) ?? search, sql`m.number`)})`,
    state && sql`m.state = ${state}`,
    channel && sql`m.channel = ${channel}`,
    runId && sql`m.run_id = ${runId}`,
    (gte ?? lte) !== undefined &&
      sql`m.created_at >= ${start}::timestamptz and m.created_at < ${end}::timestamptz`,
  ]);
}

/** A page of the messages of loans that the actor may see, newest first. */
export async function listMessages(
  { db, settings }: Context,
  actor: Actor,
  query: Query,
): Promise<Answer> {
  const found = await listPage(db, query, {
    columns: messageColumns,
    from: messageSource,
    where: listCondition(actor, query, settings.businessTz),
    order: sql`m.created_at desc, m.id`,
    row: (row: MessageRow) => toMessage(row, actor.role),
  });
  const recorded = MESSAGE_CHANNELS.filter(
    (channel) => settings.messages[channel].provider === null,
  );
  return { ...found, recorded };
}

/** A loan's messages, newest first. Throws 404 when the loan is none of the actor's. */
export async function listLoanMessages(
  db: Db,
  actor: Actor,
  loanId: string,
): Promise<{ data: Message[] }> {
  const loan = await db.execute(
    sql`select 1 from loans l where l.id = ${loanId} and ${loansAtHandOf(actor)}`,
  );
  if (loan.rows.length === 0) throw notFound('This loan');
  const { rows } = await db.execute<MessageRow>(sql`select ${messageColumns} from ${messageSource}
    where m.loan_id = ${loanId} order by m.created_at desc, m.id limit ${MOST_OF_LOAN}`);
  return { data: rows.map((row) => toMessage(row, actor.role)) };
}

/** One message of a loan that the actor may see. Throws 404. */
export async function readMessage(db: Db, actor: Actor, id: string): Promise<Message> {
  const { rows } = await db.execute<MessageRow>(
    sql`select ${messageColumns} from ${messageSource} where m.id = ${id} and ${loansAtHandOf(actor)}`,
  );
  if (!rows[0]) throw notFound('This message');
  return toMessage(rows[0], actor.role);
}
