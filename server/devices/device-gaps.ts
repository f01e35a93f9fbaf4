import { sql } from 'drizzle-orm';
import type { DeviceState, SequenceRanges } from '../../contract/queued-work.ts';
import type { DeviceCaller } from '../access/actor.ts';
import type { Command } from '../command.ts';
import type { Db } from '../database/connection.ts';
import { newId } from '../ids.ts';
import { joinRanges, withoutRanges } from './sequence-ranges.ts';

/** More than so many numbers at once nobody gives out: the device's memory is damaged, not its storage evicted. */
export const LARGEST_LEAP = 1_000_000;
/** As many ranges as the contract lets an answer have. */
const MOST_RANGES = 1000;

/** How far a device's numbers are accounted for. */
export interface SequenceMarks {
  /** The highest number it said it gave out. */
  readonly given: number;
  /** Up to here every number is on the server or noted as a gap. */
  readonly settled: number;
}

/** The marks after a contact, and whether it told of numbers that are missing. */
export interface NotedMarks extends SequenceMarks {
  readonly hasMissing: boolean;
}

/** The device whose numbers are meant: they count per device and author. */
interface Numbered {
  readonly deviceId: string;
  readonly userId: string;
}

interface RangeRow extends Record<string, unknown> {
  first: number;
  last: number;
}

const asRanges = (rows: readonly RangeRow[]): SequenceRanges =>
  rows.map(({ first, last }) => [first, last]);

/** Numbers that the server knows, held and refused ones included, within both ends. */
async function knownRanges(
  db: Db,
  { deviceId, userId }: Numbered,
  first: number,
  last: number,
): Promise<SequenceRanges> {
  const result = await db.execute<RangeRow>(sql`
    select min(sequence) as first, max(sequence) as last
    from (select sequence, sequence - row_number() over (order by sequence) as island
      from (select distinct sequence from operations where device_id = ${deviceId} and user_id = ${userId}
        and sequence between ${first}::int and ${last}::int) as known) as islands
    group by island`);
  return asRanges(result.rows);
}

/** Gaps noted so far that end after a number. */
async function notedRanges(
  db: Db,
  { deviceId, userId }: Numbered,
  after: number,
): Promise<SequenceRanges> {
  const result = await db.execute<RangeRow>(sql`
    select first_sequence as first, last_sequence as last from device_gaps
    where device_id = ${deviceId} and user_id = ${userId} and last_sequence > ${after}::int`);
  return asRanges(result.rows);
}

async function insertGaps(
  { tx, audit }: Command,
  { deviceId, userId }: Numbered,
  ranges: SequenceRanges,
): Promise<void> {
  const rows = ranges.map(([first, last]) => ({ id: newId(), first, last }));
  await tx.execute(sql`
    insert into device_gaps (id, device_id, user_id, first_sequence, last_sequence)
    select g.id, ${deviceId}, ${userId}, g.first, g.last
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, first int, last int)`);
  const details = { ranges: ranges.slice(0, 20) };
  audit({ action: 'device.gap', entity: 'device', entityId: deviceId, details });
}

/** The highest number the device can have given out, as far as it says; null when it says nothing to be trusted. */
function highestGiven(
  said: DeviceState,
  waiting: SequenceRanges,
  marks: SequenceMarks,
): number | null {
  const highest = Math.max(said.givenSequence ?? 0, waiting.at(-1)?.[1] ?? 0);
  return highest > Math.max(marks.given, marks.settled) + LARGEST_LEAP ? null : highest;
}

/**
 * Notes the numbers that the device gave out and that are neither with it nor on the server. Only what this one contact
 * says of itself is compared: a late request tells of an older state, in which nothing was missing either. `delivered`
 * are the numbers of this very request. Call it while the device's row is locked; returns its marks as they are now.
 */
export async function noteGaps(
  command: Command,
  { deviceId, actor }: DeviceCaller,
  said: DeviceState,
  delivered: SequenceRanges,
  marks: SequenceMarks,
): Promise<NotedMarks> {
  const waiting = joinRanges([...(said.waiting ?? []), ...delivered]);
  const given = highestGiven(said, waiting, marks);
  if (given === null) return { ...marks, hasMissing: false };
  const stored = { given: Math.max(marks.given, given), settled: marks.settled, hasMissing: false };
  if (said.waiting === undefined || given <= marks.settled) return stored;
  const numbered = { deviceId, userId: actor.userId };
  const open: SequenceRanges = [[marks.settled + 1, given]];
  const known = await knownRanges(command.tx, numbered, marks.settled + 1, given);
  let missing = withoutRanges(open, [...waiting, ...known]);
  if (missing.length > 0)
    missing = withoutRanges(missing, await notedRanges(command.tx, numbered, marks.settled));
  if (missing.length > 0) await insertGaps(command, numbered, missing);
  // What waits on the device alone may still be lost: the watermark stays before it.
  const unsettled = withoutRanges(withoutRanges(waiting, known), [[1, marks.settled]]);
  const settled = Math.min(given, (unsettled[0]?.[0] ?? given + 1) - 1);
  return { ...stored, settled, hasMissing: missing.length > 0 };
}

/**
 * Notes all numbers of a device that came no more, since its storage was cleared whole; what still arrives is no gap any
 * more. Returns how many are missing. Locks the device.
 */
export async function noteAbandoned(command: Command, numbered: Numbered): Promise<number> {
  const { rows } = await command.tx.execute<{ given: number; settled: number }>(sql`
    select given_sequence as given, settled_sequence as settled from devices
    where id = ${numbered.deviceId} and user_id = ${numbered.userId} for no key update`);
  const [marks] = rows;
  if (marks === undefined || marks.given <= marks.settled) return 0;
  const known = await knownRanges(command.tx, numbered, marks.settled + 1, marks.given);
  const noted = await notedRanges(command.tx, numbered, marks.settled);
  const open: SequenceRanges = [[marks.settled + 1, marks.given]];
  const missing = withoutRanges(withoutRanges(open, known), noted);
  if (missing.length > 0) await insertGaps(command, numbered, missing);
  return missing.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Numbers lost with the device's storage that nobody has looked at yet and that have not arrived since. */
export async function openGaps(db: Db, numbered: Numbered): Promise<SequenceRanges> {
  const result = await db.execute<RangeRow>(sql`
    select first_sequence as first, last_sequence as last from device_gaps
    where device_id = ${numbered.deviceId} and user_id = ${numbered.userId} and seen_at is null`);
  const noted = joinRanges(asRanges(result.rows));
  const [first, last] = [noted[0]?.[0], noted.at(-1)?.[1]];
  if (first === undefined || last === undefined) return [];
  const known = await knownRanges(db, numbered, first, last);
  return withoutRanges(noted, known).slice(0, MOST_RANGES);
}
