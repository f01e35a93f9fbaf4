import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { JOB_WORDS } from '../../contract/job-words.ts';
import { RUN_QUEUE } from '../../server/allocation-runs/run-jobs.ts';
import { runSupport } from '../support/allocation-runs.ts';
import { PATIENCE } from '../support/patience.ts';
import { testServer } from '../support/server.ts';

const server = testServer();

/** As long as it lasts nothing can be added to a table. */
async function withoutRoomIn(table: string, work: () => Promise<void>): Promise<void> {
  await server.ownerDb
    .execute(sql`create or replace function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  const name = sql.identifier(table);
  await server.ownerDb.execute(
    sql`create trigger no_room before insert on ${name} for each row execute function no_room()`,
  );
  try {
    await work();
  } finally {
    await server.ownerDb.execute(sql`drop trigger no_room on ${name}`);
  }
}

test('a run that stops because a disk is full says so, as a plan and while it is given out', async () => {
  const runs = runSupport(server);
  /** How a run stands, the tries of whose job come at once. */
  const triedAtOnce = async (runId: string) => {
    await server.ownerDb.execute(
      sql`update jobs.job set start_after = now(), retry_delay = 0 where name = ${RUN_QUEUE}`,
    );
    return (await runs.ask('GET', `/${runId}`, 'admin')).body;
  };
  await runs.addLoans(2);
  const spec = { kind: 'COLLECTOR', assigneeIds: [runs.idOf('collector')] };
  await withoutRoomIn('allocation_run_loans', async () => {
    const { _id } = (await runs.ask('POST', '', 'admin', spec)).body;
    await expect
      .poll(async () => triedAtOnce(_id), PATIENCE)
      .toMatchObject({ state: 'FAILED', error: JOB_WORDS['no-room-for-plan'] });
  });
  const plan = await runs.planned(spec);
  await withoutRoomIn('allocations', async () => {
    await runs.ask('PUT', `/${plan._id}/confirm`, 'admin');
    await expect
      .poll(async () => triedAtOnce(plan._id), PATIENCE)
      .toMatchObject({ state: 'FAILED', error: JOB_WORDS['no-room-for-run'] });
  });
  expect(await runs.held()).toEqual({});
});
