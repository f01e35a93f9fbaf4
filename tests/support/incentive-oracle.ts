import type { IncentiveTerms } from '../../contract/incentive.ts';

/*
 * Incentives once more, written from docs/money.md alone, share by share and without a database: what the product says is
 * compared with it.
 */

/** A version of a structure. */
export interface OracleVersion {
  readonly id: string;
  readonly clientId: string;
  readonly roleType: string;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly terms: IncentiveTerms;
}

/** A share of a verified payment. */
export interface OracleShare {
  readonly paymentId: string;
  readonly clientId: string;
  readonly personId: string | null;
  readonly managerId: string | null;
  readonly paidOn: string;
  readonly amount: number;
  readonly bucket: string;
  readonly product: string;
}

/** A person: `madeBy` made it. */
export interface OraclePerson {
  readonly id: string;
  readonly role: string;
  readonly madeBy: string | null;
}

/** What gates look at, of a month. */
export interface OracleFacts {
  /** Own targets: by `person`, and by `person client`. */
  readonly targets: ReadonlyMap<string, number>;
  /** By `person client`. */
  readonly breaches: ReadonlyMap<string, number>;
  readonly inHand: ReadonlyMap<string, number>;
}

/** The rules and people that hold. */
export interface OracleWorld {
  readonly versions: readonly OracleVersion[];
  readonly people: ReadonlyMap<string, OraclePerson>;
}

/** A line as somebody has it. */
interface Line {
  readonly share: OracleShare;
  readonly person: string;
  readonly role: string;
  readonly version: OracleVersion | null;
}

/** What a line came to. */
interface Paid {
  readonly paymentId: string;
  readonly amount: number;
  readonly sum: number;
  readonly version: OracleVersion;
  readonly part: number | null;
}

/** A person's month on a client as one role type. */
export interface OracleMonth {
  readonly person: string;
  readonly clientId: string;
  readonly role: string;
  /** The version of its last day of payment. */
  readonly governing: OracleVersion;
  readonly paid: Paid[];
  readonly team: Paid[];
  readonly fixed: number;
  readonly cap: number | null;
  readonly failed: string[];
  readonly total: number;
  /** By `version part`: what the slab went by. */
  readonly reached: ReadonlyMap<string, number | null>;
  readonly achievement: number | null;
  readonly teamPercent: number;
}

/** Rupees of a line, half up. */
export const lineOf = (amount: number, percent: number | null): number =>
  Math.floor((amount * Math.round((percent ?? 0) * 100) + 5000) / 10_000);

/** The version of a day; null: none. */
export function versionOn(
  versions: readonly OracleVersion[],
  clientId: string,
  role: string,
  day: string,
): OracleVersion | null {
  let newest: OracleVersion | null = null;
  for (const version of versions)
    if (version.clientId === clientId && version.roleType === role && version.validFrom <= day)
      if (newest === null || version.validFrom > newest.validFrom) newest = version;
  return newest !== null && newest.validTo !== null && newest.validTo < day ? null : newest;
}

const same = (named: string | null, text: string) =>
  named === null || named.toLowerCase() === text.toLowerCase();

/** The place of the most exact part; null: none. */
export function partOf(terms: IncentiveTerms, bucket: string, product: string): number | null {
  let best: number | null = null;
  let bestRank = -1;
  for (const [place, part] of terms.parts.entries()) {
    if (!same(part.bucket, bucket) || !same(part.product, product)) continue;
    const rank = (part.bucket === null ? 0 : 2) + (part.product === null ? 0 : 1);
    if (rank > bestRank) [best, bestRank] = [place, rank];
  }
  return best;
}

/** The slab of a part that is reached; undefined: none. */
export const slabOf = (terms: IncentiveTerms, part: number, reached: number | null) =>
  reached === null ? undefined : terms.parts[part]?.slabs.findLast(({ from }) => from <= reached);

/** Who has a line of a share, and as what. */
export function holdersOf(
  { people }: OracleWorld,
  share: OracleShare,
): { person: string; role: string }[] {
  const own = share.personId === null ? undefined : people.get(share.personId);
  const manager = share.managerId === null ? undefined : people.get(share.managerId);
  const found: { person: string; role: string }[] = [];
  if (own && (own.role === 'COLLECTOR' || own.role === 'FIELD_AGENT'))
    found.push({ person: own.id, role: own.role });
  if (manager?.role === 'MANAGER') found.push({ person: manager.id, role: 'MANAGER' });
  if (own?.role === 'MANAGER' && own.id !== manager?.id)
    found.push({ person: own.id, role: 'MANAGER' });
  const maker = manager?.madeBy ? people.get(manager.madeBy) : undefined;
  if (maker?.role === 'PARTNER') found.push({ person: maker.id, role: 'PARTNER' });
  return found;
}

const keyOf = (...parts: readonly string[]) => parts.join(' ');

function linesByKey(world: OracleWorld, shares: readonly OracleShare[]) {
  const all: Line[] = [];
  for (const share of shares)
    for (const { person, role } of holdersOf(world, share)) {
      const version = versionOn(world.versions, share.clientId, role, share.paidOn);
      all.push({ share, person, role, version });
    }
  return all;
}

function achievementOf(facts: OracleFacts, lines: readonly Line[], person: string, client: string) {
  const own = lines.filter((line) => line.person === person);
  const forClient = facts.targets.get(keyOf(person, client));
  const target = forClient ?? facts.targets.get(person);
  if (target === undefined || target === 0) return null;
  let achieved = 0;
  for (const { share } of own)
    if (forClient === undefined || share.clientId === client) achieved += share.amount;
  return Math.floor((100 * achieved) / target);
}

function reachedOf(
  mine: readonly Line[],
  version: OracleVersion,
  part: number,
  achievement: number | null,
): number | null {
  if (version.terms.measure === 'ACHIEVEMENT') return achievement;
  let sum = 0;
  for (const { share } of mine)
    if (partOf(version.terms, share.bucket, share.product) === part) sum += share.amount;
  return sum;
}

function failedGates(
  { minAchievement, needsNoBreach, needsCashDeposited }: IncentiveTerms,
  facts: OracleFacts,
  key: string,
  achievement: number | null,
): string[] {
  const failed: string[] = [];
  if (minAchievement !== null && (achievement ?? -1) < minAchievement) failed.push('ACHIEVEMENT');
  if (needsNoBreach && (facts.breaches.get(key) ?? 0) > 0) failed.push('BREACH');
  if (needsCashDeposited && (facts.inHand.get(key) ?? 0) > 0) failed.push('CASH');
  return failed;
}

function ownMonth(facts: OracleFacts, all: readonly Line[], mine: readonly Line[]): OracleMonth {
  const [first] = mine;
  if (!first) throw new Error('A month without a line.');
  const { person, role } = first;
  const { clientId } = first.share;
  const achievement = achievementOf(facts, all, person, clientId);
  const reached = new Map<string, number | null>();
  const reach = (version: OracleVersion, part: number) => {
    const found = reachedOf(mine, version, part, achievement);
    reached.set(keyOf(version.id, String(part)), found);
    return slabOf(version.terms, part, found);
  };
  const paid = mine.map(({ share, version }) => {
    if (version === null) throw new Error('A line without a version.');
    const part = partOf(version.terms, share.bucket, share.product);
    const slab = part === null ? undefined : reach(version, part);
    return {
      paymentId: share.paymentId,
      amount: share.amount,
      sum: lineOf(share.amount, slab?.percent ?? null),
      version,
      part,
    };
  });
  const lastDay = mine.reduce((day, { share }) => (share.paidOn > day ? share.paidOn : day), '');
  const governing = mine.find(({ share }) => share.paidOn === lastDay)?.version;
  if (!governing) throw new Error('A month without a version.');
  const withMoney = new Set(
    mine.map(({ share }) => partOf(governing.terms, share.bucket, share.product)),
  );
  let fixed = 0;
  for (const part of withMoney)
    if (part !== null) fixed += reach(governing, part)?.fixedAmount ?? 0;
  const { cap, teamPercent } = governing.terms;
  return {
    person,
    clientId,
    role,
    governing,
    paid,
    team: [],
    fixed,
    cap,
    failed: failedGates(governing.terms, facts, keyOf(person, clientId), achievement),
    total: 0,
    reached,
    achievement,
    teamPercent: role === 'MANAGER' ? (teamPercent ?? 0) : 0,
  };
}

const sumOf = (paid: readonly Paid[]) => paid.reduce((sum, line) => sum + line.sum, 0);

/** Lines, team and fixed of a month. */
export const grossOf = ({ paid, team, fixed }: OracleMonth): number =>
  sumOf(paid) + sumOf(team) + fixed;

/** What a month earns whom, by `person client role`. */
export function oracleMonth(
  world: OracleWorld,
  facts: OracleFacts,
  shares: readonly OracleShare[],
): Map<string, OracleMonth> {
  const all = linesByKey(world, shares);
  const groups = new Map<string, Line[]>();
  for (const line of all) {
    if (line.version === null) continue;
    const key = keyOf(line.person, line.share.clientId, line.role);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  const months = new Map<string, OracleMonth>();
  for (const [key, mine] of groups) months.set(key, ownMonth(facts, all, mine));
  for (const [key, mine] of groups) {
    const agent = months.get(key);
    if (!agent || !['COLLECTOR', 'FIELD_AGENT'].includes(agent.role)) continue;
    if (agent.failed.length > 0) continue;
    for (const [place, { share }] of mine.entries()) {
      const lead =
        share.managerId === null
          ? undefined
          : months.get(keyOf(share.managerId, share.clientId, 'MANAGER'));
      const line = agent.paid[place];
      if (lead && line && lead.teamPercent > 0)
        lead.team.push({ ...line, amount: line.sum, sum: lineOf(line.sum, lead.teamPercent) });
    }
  }
  for (const [key, month] of months) {
    const gross = grossOf(month);
    const capped = month.cap === null ? gross : Math.min(gross, month.cap);
    months.set(key, { ...month, total: month.failed.length > 0 ? 0 : capped });
  }
  return months;
}
