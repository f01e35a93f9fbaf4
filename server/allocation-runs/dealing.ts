import type { GIVEN_REASONS, LEFT_REASONS } from '../../contract/allocation-run.ts';
import type { AllocationRuleSpec } from '../../contract/allocation-rule.ts';

/*
 * Dealing loans to people, one after the other like cards. What is dealt is a loan's due and what its choice depends on;
 * the loan itself stays in the database. The rules of the trade are here and nowhere else: they need no database.
 */

/** Somebody who takes part in a run. `load` goes along with the dealing, over all rules of the run. */
export interface Hand {
  readonly id: string;
  readonly managerId: string | null;
  /** Most loans at a time; null: no limit (or it is not to be heeded). */
  readonly capacity: number | null;
  /** Lower-case; empty: no limit. */
  readonly languages: readonly string[];
  readonly products: readonly string[];
  /** Whole pincodes or their beginnings. */
  readonly pincodes: readonly string[];
  /** Loans it has now, with those dealt to it and without those dealt away from it. */
  load: number;
}

/** A loan to be dealt. Products and languages are lower-case. */
export interface Card {
  /** Whole rupees. */
  readonly due: number;
  /** Who has the loan, and who had it last for this kind of work. */
  readonly holderId: string | null;
  readonly lastId: string | null;
  readonly managerId: string | null;
  readonly product: string | null;
  readonly pincode: string | null;
  readonly language: string | null;
}

/** How one rule's loans, or the rest, are dealt. */
export interface DealWay {
  readonly kind: AllocationRuleSpec['kind'];
  readonly spread: AllocationRuleSpec['spread'];
  readonly isSticky: boolean;
  readonly prefersNear: boolean;
  readonly matchesSkills: boolean;
}

/** Whom a loan goes to and why, or why to nobody. */
export type Dealt =
  | { readonly hand: Hand; readonly reason: (typeof GIVEN_REASONS)[number] }
  | { readonly hand: null; readonly reason: (typeof LEFT_REASONS)[number] };

type LeftReason = (typeof LEFT_REASONS)[number];

/** Hands that are equally near: so many letters of a pincode in common (0 where nearness does not count). */
interface Tier {
  readonly near: number;
  readonly places: number[];
}

/** Hands that a loan may go to, the nearest first. `reason`: why there are none. */
interface Choice {
  readonly tiers: readonly Tier[];
  readonly reason: LeftReason;
}

/** Choices are kept for loans that are alike; beyond so many they are made anew. */
const MOST_KEPT = 20_000;

/** Letters that two pincodes have in common from the beginning. */
function commonBeginning(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  return at;
}

const nearness = (hand: Hand, pincode: string): number =>
  Math.max(0, ...hand.pincodes.map((own) => commonBeginning(own, pincode)));

function fitsSkills(hand: Hand, card: Card): boolean {
  const { products, languages, pincodes } = hand;
  const { product, language, pincode } = card;
  if (products.length > 0 && (product === null || !products.includes(product))) return false;
  if (languages.length > 0 && language !== null && !languages.includes(language)) return false;
  return (
    pincodes.length === 0 || (pincode !== null && pincodes.some((own) => pincode.startsWith(own)))
  );
}

function byNearness(
  places: readonly number[],
  hands: readonly Hand[],
  pincode: string | null,
): Tier[] {
  const tiers = new Map<number, Tier>();
  for (const place of places) {
    const hand = hands[place];
    const near = pincode === null || !hand ? 0 : nearness(hand, pincode);
    const tier = tiers.get(near);
    if (tier) tier.places.push(place);
    else tiers.set(near, { near, places: [place] });
  }
  return [...tiers.values()].sort((one, other) => other.near - one.near);
}

/**
 * Deals the loans of one rule (or the rest) in the order in which they come: to who had it last, else to the nearest,
 * else to whoever has got least so far (by count, amount or share of capacity; of equals the one with fewer loans). An
 * agent gets only loans of its own manager or of none. Nobody gets more than there is room for; a loan that its holder
 * keeps needs no room.
 */
export class Dealer {
  readonly #hands: readonly Hand[];
  readonly #way: DealWay;
  readonly #places: ReadonlyMap<string, number>;
  readonly #given: Float64Array;
  readonly #standard: number;
  readonly #byId: ReadonlyMap<string, Hand>;
  readonly #choices = new Map<string, Choice>();

  /** `byId` are all hands of the run: who gives a loan up may not be among `hands`. */
  constructor(hands: readonly Hand[], way: DealWay, byId: ReadonlyMap<string, Hand>) {
    this.#byId = byId;
    this.#hands = hands;
    this.#way = way;
    this.#places = new Map(hands.map((hand, place) => [hand.id, place]));
    this.#given = new Float64Array(hands.length);
    this.#standard = Math.max(1, ...hands.map((hand) => hand.capacity ?? 1));
  }

  /** Deals one loan. */
  deal(card: Card): Dealt {
    const { tiers, reason } = this.#choiceOf(card);
    if (tiers.length === 0) return { hand: null, reason };
    const last = this.#way.isSticky ? this.#lastOf(card, tiers) : null;
    if (last !== null) return this.#give(card, last, 'STICKY');
    for (const { near, places } of tiers) {
      const place = this.#leastGiven(card, places);
      if (place !== null) return this.#give(card, place, near > 0 ? 'NEAR' : this.#way.spread);
    }
    return { hand: null, reason: 'NO_ROOM' };
  }

  #choiceOf(card: Card): Choice {
    const { prefersNear, matchesSkills } = this.#way;
    const key = JSON.stringify([
      card.managerId,
      prefersNear || matchesSkills ? card.pincode : null,
      ...(matchesSkills ? [card.product, card.language] : []),
    ]);
    const known = this.#choices.get(key);
    if (known) return known;
    if (this.#choices.size >= MOST_KEPT) this.#choices.clear();
    const made = this.#makeChoice(card);
    this.#choices.set(key, made);
    return made;
  }

  #makeChoice(card: Card): Choice {
    const all = this.#hands.map((_, place) => place);
    const ofManager = all.filter((place) => this.#mayGo(card, place));
    const fitting = this.#way.matchesSkills
      ? ofManager.filter((place) => {
          const hand = this.#hands[place];
          return hand !== undefined && fitsSkills(hand, card);
        })
      : ofManager;
    const isForbidden = all.length > 0 && ofManager.length === 0;
    const reason = isForbidden ? 'NOT_ALLOWED' : 'NOBODY_FITS';
    if (fitting.length === 0) return { tiers: [], reason };
    const tiers = this.#way.prefersNear
      ? byNearness(fitting, this.#hands, card.pincode)
      : [{ near: 0, places: fitting }];
    return { tiers, reason };
  }

  #mayGo(card: Card, place: number): boolean {
    if (this.#way.kind === 'MANAGER' || card.managerId === null) return true;
    const own = this.#hands[place]?.managerId ?? null;
    return own === null || own === card.managerId;
  }

  #hasRoom(card: Card, hand: Hand): boolean {
    return hand.capacity === null || hand.load < hand.capacity || hand.id === card.holderId;
  }

  #lastOf(card: Card, tiers: Choice['tiers']): number | null {
    const place = card.lastId === null ? undefined : this.#places.get(card.lastId);
    if (place === undefined || !tiers.some(({ places }) => places.includes(place))) return null;
    const hand = this.#hands[place];
    return hand && this.#hasRoom(card, hand) ? place : null;
  }

  #measure(place: number): number {
    if (this.#way.spread !== 'CAPACITY') return this.#given[place] ?? 0;
    const hand = this.#hands[place];
    return hand ? hand.load / Math.max(1, hand.capacity ?? this.#standard) : 0;
  }

  #leastGiven(card: Card, places: readonly number[]): number | null {
    let best: number | null = null;
    let least = Infinity;
    let leastLoad = Infinity;
    for (const place of places) {
      const hand = this.#hands[place];
      if (!hand || !this.#hasRoom(card, hand)) continue;
      const measure = this.#measure(place);
      if (measure > least || (measure === least && hand.load >= leastLoad)) continue;
      best = place;
      least = measure;
      leastLoad = hand.load;
    }
    return best;
  }

  #give(card: Card, place: number, reason: (typeof GIVEN_REASONS)[number]): Dealt {
    const hand = this.#hands[place];
    if (!hand) return { hand: null, reason: 'NOBODY_FITS' };
    const share = this.#way.spread === 'EQUAL_AMOUNT' ? card.due : 1;
    this.#given[place] = (this.#given[place] ?? 0) + share;
    if (hand.id === card.holderId) return { hand: null, reason: 'STAYS' };
    const holder = card.holderId === null ? undefined : this.#byId.get(card.holderId);
    if (holder) holder.load -= 1;
    hand.load += 1;
    return { hand, reason };
  }
}
