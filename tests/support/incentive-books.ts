import {
  grossOf,
  holdersOf,
  lineOf,
  oracleMonth,
  partOf,
  slabOf,
  versionOn,
} from './incentive-oracle.ts';
import type {
  OracleFacts,
  OracleMonth,
  OracleShare,
  OracleVersion,
  OracleWorld,
} from './incentive-oracle.ts';

/* Corrections of closed months, from docs/money.md alone. */

/** A correction as it is told. */
export interface OracleFix {
  readonly ofMonth: string;
  readonly key: string;
  readonly kind: 'REVERSAL' | 'LATE';
  readonly paymentId: string;
  readonly gross: number;
  readonly sum: number;
}

/** A payment that was reversed, on which day and at which instant. */
export interface OracleReversal {
  readonly paymentId: string;
  readonly paidOn: string;
  readonly day: string;
  readonly at: string;
}

interface Change extends Omit<OracleFix, 'sum'> {
  readonly at: string;
  readonly version: OracleVersion;
}

const DAY_MS = 86_400_000;
const monthOf = (day: string) => `${day.slice(0, 8)}01`;

/** Closed months and what was corrected in them. */
export class OracleBooks {
  private readonly closed = new Map<string, Map<string, OracleMonth>>();
  private readonly fixes: OracleFix[] = [];
  private readonly versionsOfFixes = new Map<string, OracleVersion>();
  private changes: Change[] = [];
  private readonly world: OracleWorld;

  constructor(world: OracleWorld) {
    this.world = world;
  }

  /** Notes a payment of a closed month that came late, as its shares. */
  late(shares: readonly OracleShare[], at: string): void {
    const found = new Map<string, Change>();
    const add = (key: string, share: OracleShare, version: OracleVersion, gross: number) => {
      const before = found.get(key);
      found.set(key, {
        ofMonth: monthOf(share.paidOn),
        key,
        kind: 'LATE',
        paymentId: share.paymentId,
        gross: (before?.gross ?? 0) + gross,
        version: before?.version ?? version,
        at,
      });
    };
    const teams: (() => void)[] = [];
    for (const share of shares)
      for (const { person, role } of holdersOf(this.world, share)) {
        const version = versionOn(this.world.versions, share.clientId, role, share.paidOn);
        if (version === null) continue;
        const key = [person, share.clientId, role].join(' ');
        const gross = this.lateLine(share, key, version);
        add(key, share, version, gross);
        if (role === 'COLLECTOR' || role === 'FIELD_AGENT')
          teams.push(() => this.lateTeam(share, key, version, gross, add));
      }
    for (const team of teams) team();
    this.changes.push(...found.values());
  }

  private lateLine(share: OracleShare, key: string, version: OracleVersion): number {
    const part = partOf(version.terms, share.bucket, share.product);
    if (part === null) return 0;
    const month = this.closed.get(monthOf(share.paidOn))?.get(key);
    const kept = month?.paid.some((line) => line.version === version && line.part === part)
      ? month.reached.get([version.id, String(part)].join(' '))
      : undefined;
    const else_ = version.terms.measure === 'AMOUNT' ? 0 : (month?.achievement ?? null);
    const reached = version.terms.measure === 'AMOUNT' ? (kept ?? else_) : else_;
    return lineOf(share.amount, slabOf(version.terms, part, reached)?.percent ?? null);
  }

  private lateTeam(
    share: OracleShare,
    agentKey: string,
    version: OracleVersion,
    gross: number,
    add: (key: string, share: OracleShare, version: OracleVersion, gross: number) => void,
  ): void {
    const months = this.closed.get(monthOf(share.paidOn));
    const key = [share.managerId, share.clientId, 'MANAGER'].join(' ');
    const lead = months?.get(key);
    const agent = months?.get(agentKey);
    const holds = agent ? agent.failed.length === 0 : version.terms.minAchievement === null;
    if (lead && lead.teamPercent > 0 && gross > 0 && holds)
      add(key, share, lead.governing, lineOf(gross, lead.teamPercent));
  }

  /** Notes a reversal; what was not closed, or is past its window, gives nothing back. */
  reversed({ paymentId, paidOn, day, at }: OracleReversal): void {
    const ofMonth = monthOf(paidOn);
    for (const [key, month] of this.allOf(ofMonth)) {
      const own = month?.paid.filter((line) => line.paymentId === paymentId) ?? [];
      const team = month?.team.filter((line) => line.paymentId === paymentId) ?? [];
      const fixed = this.fixes.filter((fix) => fix.paymentId === paymentId && fix.key === key);
      const given = [...own, ...team].reduce((sum, line) => sum + line.sum, 0);
      const gross = fixed.reduce((sum, fix) => sum + fix.gross, given);
      const lead = team.length > 0 ? month?.governing : undefined;
      const version = own[0]?.version ?? lead ?? this.versionsOfFixes.get(`${paymentId} ${key}`);
      if (gross === 0 || version === undefined) continue;
      const days = (Date.parse(day) - Date.parse(paidOn)) / DAY_MS;
      if (days > version.terms.clawbackDays) continue;
      this.changes.push({ ofMonth, key, kind: 'REVERSAL', paymentId, gross: -gross, at, version });
    }
  }

  private allOf(month: string): [string, OracleMonth | undefined][] {
    const closed = this.closed.get(month) ?? new Map<string, OracleMonth>();
    const keys = new Set([
      ...closed.keys(),
      ...this.fixes.filter(({ ofMonth }) => ofMonth === month).map(({ key }) => key),
    ]);
    return [...keys].map((key) => [key, closed.get(key)]);
  }

  /** Closes a month: what it earns, and the corrections that were waiting. */
  close(
    month: string,
    facts: OracleFacts,
    shares: readonly OracleShare[],
  ): { months: Map<string, OracleMonth>; fixes: OracleFix[] } {
    const waiting = this.changes.toSorted(
      (a, b) => a.at.localeCompare(b.at) || a.paymentId.localeCompare(b.paymentId),
    );
    this.changes = [];
    const fixes: OracleFix[] = [];
    const sums = new Map<string, number>();
    for (const { at: _at, version, ...change } of waiting) {
      const of = this.closed.get(change.ofMonth)?.get(change.key);
      const place = `${change.ofMonth} ${change.key}`;
      const before =
        sums.get(place) ??
        this.fixes
          .filter((fix) => fix.ofMonth === change.ofMonth && fix.key === change.key)
          .reduce((sum, fix) => sum + fix.gross, of ? grossOf(of) : 0);
      const asks = version.terms.minAchievement === null ? version.terms.cap : 0;
      const closedCap = of && (of.failed.length > 0 ? 0 : of.cap);
      const most = (of ? closedCap : asks) ?? Number.POSITIVE_INFINITY;
      const after = before + change.gross;
      sums.set(place, after);
      fixes.push({ ...change, sum: Math.min(after, most) - Math.min(before, most) });
      this.versionsOfFixes.set(`${change.paymentId} ${change.key}`, version);
    }
    this.fixes.push(...fixes);
    const months = oracleMonth(this.world, facts, shares);
    this.closed.set(month, months);
    return { months, fixes };
  }
}
