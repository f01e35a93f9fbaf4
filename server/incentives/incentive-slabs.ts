import { INCENTIVE_GATES } from '../../contract/incentive.ts';
import type { IncentiveShare, IncentiveTerms } from '../../contract/incentive.ts';
import type { IncentiveRole } from '../../contract/client-contract.ts';

/** A row of `totals` with its client's name. */
export interface ShareRow {
  readonly client_id: string;
  readonly client_name: string;
  readonly role_type: IncentiveRole;
  readonly structure_id: string;
  readonly collected: number;
  readonly lines: number;
  readonly team: number;
  readonly fixed: number;
  readonly cap: number | null;
  readonly failed: readonly string[];
  readonly total: number;
  readonly target: number | null;
  readonly achieved: number;
  readonly breaches: number;
  readonly in_hand: number;
}

/** What fell into one slab of one part. */
export interface SlabRow {
  readonly client_id: string;
  readonly role_type: IncentiveRole;
  readonly structure_id: string;
  readonly part: number;
  readonly slab: number | null;
  readonly reached: number | null;
  readonly money: number;
  readonly sum: number;
}

/** The terms of a version. */
export interface TermsRow {
  readonly id: string;
  readonly terms: IncentiveTerms;
}

type Step = IncentiveTerms['parts'][number]['slabs'][number];

const brings = (step: Step | undefined, money: number): number =>
  step === undefined
    ? 0
    : Math.floor((money * Math.round((step.percent ?? 0) * 100) + 5000) / 10_000) +
      (step.fixedAmount ?? 0);

/** A slab that was reached, with what its version says. */
interface Reached {
  readonly slab: SlabRow;
  readonly measure: IncentiveTerms['measure'];
  readonly part: IncentiveTerms['parts'][number];
}

const keyOf = ({ part, measure }: Reached): string =>
  JSON.stringify([measure, part.bucket?.toLowerCase(), part.product?.toLowerCase()]);

/** What lines under a former version bring more once `need` more is collected, the measure at `from` then. */
function lifted({ slab, part, measure }: Reached, need: number, from: number): number {
  if (slab.reached === null) return 0;
  const reached = measure === 'AMOUNT' ? slab.reached + need : from;
  const step = part.slabs.findLast((each) => each.from <= reached);
  return step === undefined ? 0 : brings({ ...step, fixedAmount: null }, slab.money) - slab.sum;
}

/**
 * What the next slab takes and brings; null where there is none, or where it brings nothing more. `former` are what fell into
 * the same part under versions before: what is collected now lifts their lines too.
 */
function nextSlab(share: ShareRow, { slab, part, measure }: Reached, former: readonly Reached[]) {
  const steps = part.slabs;
  if (slab.reached === null || share.failed.length > 0) return null;
  const next = steps[slab.slab ?? 0];
  if (next === undefined) return null;
  const need =
    measure === 'AMOUNT'
      ? next.from - slab.reached
      : Math.ceil((next.from * (share.target ?? 0)) / 100) - share.achieved;
  const now = steps[(slab.slab ?? 0) - 1];
  const gross = share.lines + share.team + share.fixed;
  const own = brings(next, slab.money + need) - slab.sum - (now?.fixedAmount ?? 0);
  const more = former.reduce((sum, each) => sum + lifted(each, need, next.from), own);
  const most = share.cap === null ? more : Math.min(more, share.cap - gross);
  return need > 0 && most > 0 ? { need, more: most } : null;
}

type Told = IncentiveShare['slabs'][number];

function toTold({ slab, part, measure }: Reached, next: Told['next']): Told {
  const step = slab.slab === null ? undefined : part.slabs[slab.slab - 1];
  return {
    bucket: part.bucket,
    product: part.product,
    measure,
    reached: slab.reached,
    from: step?.from ?? null,
    percent: step?.percent ?? null,
    fixedAmount: step?.fixedAmount ?? null,
    next,
  };
}

/** What versions say alike is told once, with what comes next where one of them says it. */
function toldOnce(slabs: readonly Told[]): Told[] {
  const byWords = new Map<string, Told>();
  for (const slab of slabs) {
    const words = JSON.stringify({ ...slab, next: null });
    if (slab.next !== null || !byWords.has(words)) byWords.set(words, slab);
  }
  return [...byWords.values()];
}

/**
 * A person's month on a client, with the slabs that its payments fell into. What comes later of a closed month is a correction:
 * it reaches no further slab of it.
 */
export function slabsOfShare(
  share: ShareRow,
  slabs: readonly SlabRow[],
  terms: readonly TermsRow[],
  isClosed: boolean,
): IncentiveShare {
  const { target, achieved } = share;
  const mine = slabs.filter(
    ({ client_id, role_type }) => client_id === share.client_id && role_type === share.role_type,
  );
  const reached = mine.flatMap((slab) => {
    const found = terms.find(({ id }) => id === slab.structure_id)?.terms;
    const part = found?.parts[slab.part - 1];
    return found === undefined || part === undefined
      ? []
      : [{ slab, part, measure: found.measure }];
  });
  const isPresent = ({ slab }: Reached) => slab.structure_id === share.structure_id;
  const formerOf = (present: Reached) =>
    reached.filter((each) => !isPresent(each) && keyOf(each) === keyOf(present));
  return {
    clientId: share.client_id,
    Client_Name: share.client_name,
    roleType: share.role_type,
    collected: share.collected,
    lines: share.lines,
    team: share.team,
    fixed: share.fixed,
    cap: share.cap,
    failed: INCENTIVE_GATES.filter((gate) => share.failed.includes(gate)),
    total: share.total,
    target,
    achievement: target === null || target <= 0 ? null : Math.floor((100 * achieved) / target),
    breaches: share.breaches,
    inHand: share.in_hand,
    slabs: toldOnce(
      reached.map((each) =>
        toTold(each, !isClosed && isPresent(each) ? nextSlab(share, each, formerOf(each)) : null),
      ),
    ),
  };
}
