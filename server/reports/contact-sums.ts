import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import type { Upkeep } from '../upkeep.ts';

const KEY = sql`slot, channel, agent_id, manager_id`;
const FIGURES = sql`contacts, connects, right_party, promises, talk_seconds, promised`;
const SUMMED = sql`sum(contacts)::int as contacts, sum(connects)::int as connects, sum(right_party)::int as right_party,
  sum(promises)::int as promises, sum(talk_seconds)::int as talk_seconds, sum(promised)::bigint as promised`;
const NOT_NOTHING = sql`(contacts, connects, right_party, promises, talk_seconds, promised) <> (0, 0, 0, 0, 0, 0)`;
/** So many new rows are put to the others at once. */
const AT_ONCE = 20_000;

/**
 * Makes one row of all that have a key. Whoever records meanwhile adds a new row and waits for nobody; of two processes that do
 * this at once the later finds the rows gone, and leaves two merged rows of a key at most, which the next change joins.
 */
export async function mergeContactSums(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await db.execute<{ taken: number }>(sql`
      with fresh as (delete from contact_sums where ctid = any(array(
          select ctid from contact_sums where not is_merged limit ${AT_ONCE})) and not is_merged returning *),
        keys as (select distinct ${KEY} from fresh),
        merged as (delete from contact_sums s using keys k where s.is_merged and s.slot = k.slot and s.agent_id = k.agent_id
          and s.channel = k.channel and s.manager_id is not distinct from k.manager_id returning s.*),
        sums as (select ${KEY}, ${SUMMED} from (select * from fresh union all select * from merged) x group by ${KEY}),
        kept as (insert into contact_sums (${KEY}, ${FIGURES}, is_merged)
          select ${KEY}, ${FIGURES}, true from sums where ${NOT_NOTHING})
      select count(*)::int as taken from fresh`);
    if ((rows[0]?.taken ?? 0) < AT_ONCE) return;
  }
}

/** What recent work added to the sums of contacts is put to the others. */
export const contactSumUpkeep: Upkeep = {
  name: 'sums of contacts',
  every: 60_000,
  work: ({ db }) => mergeContactSums(db),
};

/** A key of kept sums that says another thing than the contacts. */
interface WrongSum extends Record<string, unknown> {
  slot: string;
  channel: string;
  agentId: string;
  contacts: number;
  kept: number;
}

/** The kept sums that are not what the contacts add up to, of one instant. */
export async function wrongContactSums(tx: Db): Promise<WrongSum[]> {
  const { rows } = await tx.execute<WrongSum>(sql`
    with anew as (select * from contact_sums_anew()),
      kept as (select ${KEY}, ${SUMMED} from contact_sums group by ${KEY})
    select * from (
      select coalesce(a.slot, k.slot) as slot, coalesce(a.channel, k.channel) as channel,
        coalesce(a.agent_id, k.agent_id) as "agentId", coalesce(a.contacts, 0) as contacts, coalesce(k.contacts, 0) as kept,
        (coalesce(a.contacts, 0), coalesce(a.connects, 0), coalesce(a.right_party, 0), coalesce(a.promises, 0),
          coalesce(a.talk_seconds, 0), coalesce(a.promised, 0)) is distinct from (coalesce(k.contacts, 0),
          coalesce(k.connects, 0), coalesce(k.right_party, 0), coalesce(k.promises, 0), coalesce(k.talk_seconds, 0),
          coalesce(k.promised, 0)) as is_wrong
      from anew a full join kept k on k.slot = a.slot and k.channel = a.channel and k.agent_id = a.agent_id
        and coalesce(k.manager_id, k.agent_id) = coalesce(a.manager_id, a.agent_id)
        and (k.manager_id is null) = (a.manager_id is null)) x
    where x.is_wrong order by x.slot, x."agentId", x.channel`);
  return rows;
}

/** Adds up all contacts anew; what is recorded meanwhile waits. */
export async function mendContactSums(tx: Db): Promise<void> {
  await tx.execute(sql`lock table dispositions in share row exclusive mode`);
  await tx.execute(sql`delete from contact_sums`);
  await tx.execute(sql`insert into contact_sums (${KEY}, ${FIGURES}, is_merged)
    select ${KEY}, ${FIGURES}, true from contact_sums_anew()`);
}
