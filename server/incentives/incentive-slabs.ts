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

/** What the next slab takes and brings; null where there is none, or where it brings nothing more. */
function nextSlab(
  share: ShareRow,
  slab: SlabRow,
  steps: readonly Step[],
  measure: IncentiveTerms['measure'],
) {
  if (slab.reached === null || share.failed.length > 0) return null;
  const next = steps[slab.slab ?? 0];
  if (next === undefined) return null;
  const need =
    measure === 'AMOUNT'
      ? next.from - slab.reached
      : Math.ceil((next.from * (share.target ?? 0)) / 100) - share.achieved;
  const now = steps[(slab.slab ?? 0) - 1];
  const gross = share.lines + share.team + share.fixed;
  const more = brings(next, slab.money + need) - slab.sum - (now?.fixedAmount ?? 0);
  const most = share.cap === null ? more : Math.min(more, share.cap - gross);
  return need > 0 && most > 0 ? { need, more: most } : null;
}

/** A person's month on a client, with the slabs that its payments fell into. */
export function slabsOfShare(
  share: ShareRow,
  slabs: readonly SlabRow[],
  terms: readonly TermsRow[],
): IncentiveShare {
  const { target, achieved } = share;
  const mine = slabs.filter(
    ({ client_id, role_type }) => client_id === share.client_id && role_type === share.role_type,
  );
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
    slabs: mine.flatMap((slab) => {
      const found = terms.find(({ id }) => id === slab.structure_id)?.terms;
      const part = found?.parts[slab.part - 1];
      if (found === undefined || part === undefined) return [];
      const step = slab.slab === null ? undefined : part.slabs[slab.slab - 1];
      const isPresent = slab.structure_id === share.structure_id;
      return [
        {
          bucket: part.bucket,
          product: part.product,
          measure: found.measure,
          reached: slab.reached,
          from: step?.from ?? null,
          percent: step?.percent ?? null,
          fixedAmount: step?.fixedAmount ?? null,
          next: isPresent ? nextSlab(share, slab, part.slabs, found.measure) : null,
        },
      ];
    }),
  };
}
