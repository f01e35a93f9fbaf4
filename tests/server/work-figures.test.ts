import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Db } from '../../server/database/connection.ts';
import { newId } from '../../server/ids.ts';
import {
  readMessageQueues,
  readPhonesBySyncAge,
  readQueues,
  readUnsentByAge,
} from '../../server/organisation-dashboards/work-figures-service.ts';
import { testServer } from '../support/server.ts';
import { loanOf } from '../support/work.ts';

const server = testServer();

class Undone extends Error {}

/** What is found over a state that nobody else sees, and that is put back: no job takes what waits in it. */
async function found<Found>(work: (tx: Db) => Promise<Found>): Promise<Found> {
  let result: { readonly value: Found } | undefined;
  try {
    await server.db.transaction(async (tx) => {
      result = { value: await work(tx) };
      throw new Undone();
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  if (result === undefined) throw new Error('Nothing was found.');
  return result.value;
}

/** A message of a loan: in its state, due and made so far from now. */
const message = (
  loanId: string,
  state: string,
  due: string,
  made: string,
) => sql`insert into messages
    (id, loan_id, client_id, channel, number, text, language, template_id, version, state, next_at, created_at)
    select ${newId()}, l.id, l.client_id, 'SMS', '9811000001', 'x', 'en', t.id, 1, ${state},
      now() + ${due}::interval, now() - ${made}::interval
    from loans l, message_templates t where l.id = ${loanId} limit 1`;

describe('what waits', () => {
  it('is a queue’s oldest due job; what is due later and what runs do not age', async () => {
    const queues = await found(async (tx) => {
      await tx.execute(sql`insert into jobs.job (name, state, start_after) values
        ('loan-import', 'created', now() - interval '700 seconds'), ('loan-import', 'retry', now() - interval '10 seconds'),
        ('loan-import', 'created', now() + interval '1 hour'), ('push', 'active', now() - interval '1 hour')`);
      return readQueues(tx);
    });
    const byName = new Map(queues.map((queue) => [queue.queue, queue]));
    expect(byName.get('loan-import')).toMatchObject({ waiting: 3, active: 0, oldestSeconds: 700 });
    expect(byName.get('push')).toMatchObject({ waiting: 0, active: 1, oldestSeconds: 0 });
    expect([...byName.values()].filter(({ waiting }) => waiting === 0).length).toBeGreaterThan(5);
  });

  it('is work on phones in use by its age, and phones by their last fetching', async () => {
    const agent = server.people.fieldagent.id;
    const phone = (unsent: string, pulled: string, revoked = 'null') => sql`
      (${newId()}::uuid, ${agent}::uuid, 3, ${sql.raw(unsent)}, ${sql.raw(pulled)}, ${sql.raw(revoked)}::timestamptz)`;
    const [unsent, synced] = await found(async (tx) => {
      await tx.execute(sql`delete from devices`);
      await tx.execute(sql`insert into devices (id, user_id, unsent_count, oldest_unsent_at, last_pulled_at, revoked_at) values
        ${phone(`now() - interval '5 minutes'`, `now() - interval '5 minutes'`)},
        ${phone(`now() - interval '3 days'`, `now() - interval '3 days'`)},
        ${phone(`now() - interval '30 days'`, 'null')},
        ${phone(`now() - interval '30 days'`, `now()`, 'now()')}`);
      return [await readUnsentByAge(tx), await readPhonesBySyncAge(tx)];
    });
    expect(unsent).toEqual([
      { age: 'hour', value: 3 },
      { age: 'day', value: 0 },
      { age: 'week', value: 3 },
      { age: 'older', value: 3 },
      { age: 'never', value: 0 },
    ]);
    expect(synced.filter(({ value }) => value > 0)).toEqual([
      { age: 'hour', value: 1 },
      { age: 'week', value: 1 },
      { age: 'never', value: 1 },
    ]);
  });

  it('is a channel’s messages that are due, and those of a day that failed or may have been sent', async () => {
    const loanId = await loanOf(server, 'collector');
    const queues = await found(async (tx) => {
      await tx.execute(
        sql`insert into message_templates (id, channel, language, name, version) values (${newId()}, 'SMS', 'en', 'x', 1)`,
      );
      await tx.execute(message(loanId, 'QUEUED', '-15 minutes', '1 hour'));
      await tx.execute(message(loanId, 'QUEUED', '2 hours', '1 hour'));
      await tx.execute(message(loanId, 'FAILED', '0', '1 hour'));
      await tx.execute(message(loanId, 'UNKNOWN', '0', '1 hour'));
      await tx.execute(message(loanId, 'UNKNOWN', '0', '3 days'));
      return readMessageQueues(tx);
    });
    expect(queues).toEqual([
      { channel: 'SMS', waiting: 1, oldestSeconds: 900, failed: 1, unknown: 1 },
      { channel: 'WHATSAPP', waiting: 0, oldestSeconds: 0, failed: 0, unknown: 0 },
    ]);
  });
});
