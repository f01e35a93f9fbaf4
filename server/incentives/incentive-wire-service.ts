import { sql } from 'drizzle-orm';
import { INCENTIVE_ROLES } from '../../contract/client-contract.ts';
import type {
  IncentiveRole,
  IncentivesInput,
  IncentiveSlab,
} from '../../contract/client-contract.ts';
import type { IncentiveTerms } from '../../contract/incentive.ts';
import type { Actor } from '../access/actor.ts';
import { addDays } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { holdLock } from '../database/locks.ts';
import { incentiveStructures } from '../database/tables/incentives.ts';
import { newId } from '../ids.ts';
import { monthOf } from '../targets/target-service.ts';

/*
 * The spec's incentives (7.5) and those of a client's contract: the slabs of any bucket and product, of the structure that
 * holds today.
 */

/** What a structure says unless it is told otherwise. */
const PLAIN_TERMS: IncentiveTerms = {
  measure: 'AMOUNT',
  parts: [],
  cap: null,
  minAchievement: null,
  needsNoBreach: false,
  needsCashDeposited: false,
  teamPercent: null,
  clawbackDays: 90,
};

interface Holding extends Record<string, unknown> {
  role_type: IncentiveRole;
  valid_to: string | null;
  terms: IncentiveTerms;
}

/** The newest versions that began by a day, by role type, those that ended before it too. */
async function readNewest(db: Db, clientId: string, day: string): Promise<Holding[]> {
  const { rows } = await db.execute<Holding>(sql`
    select distinct on (s.role_type) s.role_type, s.valid_to, s.terms from incentive_structures s
    where s.client_id = ${clientId} and s.valid_from <= ${day}::date order by s.role_type, s.valid_from desc`);
  return rows;
}

const holdsOn = ({ valid_to }: Holding, day: string): boolean =>
  valid_to === null || valid_to >= day;

/** The first day of a version that is set on a day: the day where one holds, else the month's first, behind what has ended. */
function firstDayOf(newest: Holding | undefined, day: string): string {
  if (newest && holdsOn(newest, day)) return day;
  const month = monthOf(day);
  const ended = newest?.valid_to ?? null;
  return ended !== null && ended >= month ? addDays(ended, 1) : month;
}

const slabsOf = ({ measure, parts }: IncentiveTerms): IncentiveSlab[] =>
  measure === 'AMOUNT'
    ? (parts.find(({ bucket, product }) => bucket === null && product === null)?.slabs ?? []).map(
        ({ from, percent, fixedAmount }) => ({ fromAmount: from, percent, fixedAmount }),
      )
    : [];

/** The slabs of any part of a client's book by role type, on a day. */
export async function slabsByRole(
  db: Db,
  clientId: string,
  day: string,
): Promise<{ roleType: IncentiveRole; slabs: IncentiveSlab[] }[]> {
  const newest = await readNewest(db, clientId, day);
  return newest
    .filter((version) => holdsOn(version, day))
    .map(({ role_type, terms }) => ({ roleType: role_type, slabs: slabsOf(terms) }))
    .filter(({ slabs }) => slabs.length > 0);
}

function termsWith(held: IncentiveTerms | undefined, slabs: readonly IncentiveSlab[]) {
  const terms =
    held?.measure === 'AMOUNT'
      ? held
      : { ...PLAIN_TERMS, ...held, measure: 'AMOUNT' as const, parts: [] };
  const exact = terms.parts.filter(({ bucket, product }) => bucket !== null || product !== null);
  const steps = slabs
    .map(({ fromAmount, percent, fixedAmount }) => ({ from: fromAmount, percent, fixedAmount }))
    .toSorted((a, b) => a.from - b.from);
  const parts =
    steps.length === 0 ? exact : [{ bucket: null, product: null, slabs: steps }, ...exact];
  return { ...terms, parts };
}

/**
 * Sets the slabs of any part of a client's book as its contract has them: a new version from today, of a new structure from
 * the month's first day, of one that has ended from the day after its end within the month. What a structure says beside that stays; what did not change makes no version.
 */
export async function setContractSlabs(
  tx: Db,
  actor: Pick<Actor, 'userId'> | null,
  order: { readonly clientId: string; readonly day: string; readonly given: IncentivesInput },
): Promise<void> {
  const { clientId, day, given } = order;
  await holdLock(tx, 'incentives');
  const newest = new Map((await readNewest(tx, clientId, day)).map((row) => [row.role_type, row]));
  for (const roleType of INCENTIVE_ROLES) {
    const version = newest.get(roleType);
    const before = version && holdsOn(version, day) ? version : undefined;
    const slabs = given.find((each) => each.roleType === roleType)?.slabs ?? [];
    const terms = termsWith(before?.terms, slabs);
    const isSame = before
      ? JSON.stringify(slabsOf(before.terms)) === JSON.stringify(slabsOf(terms))
      : slabs.length === 0;
    if (isSame) continue;
    const validFrom = firstDayOf(version, day);
    await tx
      .insert(incentiveStructures)
      .values({
        id: newId(),
        clientId,
        roleType,
        validFrom,
        validTo: before?.valid_to ?? null,
        terms,
        setBy: actor?.userId ?? null,
      })
      .onConflictDoUpdate({
        target: [
          incentiveStructures.clientId,
          incentiveStructures.roleType,
          incentiveStructures.validFrom,
        ],
        set: { terms, setBy: actor?.userId ?? null },
      });
  }
}
