import { GIVEN_REASONS, LEFT_REASONS } from '../../contract/allocation-run.ts';
import type { RunAgent, RunReason, RunSummary } from '../../contract/allocation-run.ts';
import type { Card, Dealt, Hand } from './dealing.ts';

interface Figures {
  loans: number;
  due: number;
}

/** Somebody of the run with what it has before it. */
export interface AgentBefore {
  readonly id: string;
  readonly fullName: string;
  readonly capacity: number | null;
  readonly nowLoans: number;
  readonly nowDue: number;
}

/** Counts a plan while it is made. Amounts in whole rupees. */
export class PlanFigures {
  readonly #agents: ReadonlyMap<string, RunAgent>;
  readonly #rules = new Map<string | null, Figures>();
  readonly #reasons = new Map<RunReason, Figures>();

  constructor(agents: readonly AgentBefore[]) {
    this.#agents = new Map(
      agents.map(({ id, ...agent }) => [
        id,
        { _id: id, ...agent, getsLoans: 0, getsDue: 0, givesUpLoans: 0, givesUpDue: 0 },
      ]),
    );
  }

  /** Counts a loan that was dealt, under its rule (null: none). */
  note(card: Card, dealt: Dealt, ruleId: string | null): void {
    add(this.#reasons, dealt.reason, 1, card.due);
    if (dealt.hand === null) return;
    add(this.#rules, ruleId, 1, card.due);
    this.#move(card, dealt.hand);
  }

  /** Counts loans that stay for a reason. */
  noteLeft(reason: RunReason, loans: number, due: number): void {
    add(this.#reasons, reason, loans, due);
  }

  #move(card: Card, hand: Hand): void {
    const taker = this.#agents.get(hand.id);
    const giver = card.holderId === null ? undefined : this.#agents.get(card.holderId);
    if (taker) {
      taker.getsLoans += 1;
      taker.getsDue += card.due;
    }
    if (giver) {
      giver.givesUpLoans += 1;
      giver.givesUpDue += card.due;
    }
  }

  /** Loans given in all, and by rules. */
  get given(): { byRules: number; byRest: number } {
    const all = GIVEN_REASONS.reduce(
      (sum, reason) => sum + (this.#reasons.get(reason)?.loans ?? 0),
      0,
    );
    const byRest = this.#rules.get(null)?.loans ?? 0;
    return { byRules: all - byRest, byRest };
  }

  /** Loans that could go to nobody. */
  get leftOver(): number {
    return LEFT_REASONS.filter((reason) => reason !== 'STAYS').reduce(
      (sum, reason) => sum + (this.#reasons.get(reason)?.loans ?? 0),
      0,
    );
  }

  /** The plan in figures; `rules` in the order in which they were tried. */
  summary(rules: readonly { id: string; name: string }[]): RunSummary {
    const none = { loans: 0, due: 0 };
    const rest = this.#rules.get(null);
    return {
      agents: [...this.#agents.values()],
      rules: [
        ...rules.map(({ id, name }) => ({ _id: id, name, ...(this.#rules.get(id) ?? none) })),
        ...(rest ? [{ _id: null, name: '', ...rest }] : []),
      ],
      given: ofReasons(GIVEN_REASONS, this.#reasons),
      left: ofReasons(LEFT_REASONS, this.#reasons),
    };
  }
}

function add<Key>(figures: Map<Key, Figures>, key: Key, loans: number, due: number): void {
  const known = figures.get(key);
  if (known) {
    known.loans += loans;
    known.due += due;
  } else figures.set(key, { loans, due });
}

function ofReasons<Reason extends RunReason>(
  reasons: readonly Reason[],
  figures: ReadonlyMap<RunReason, Figures>,
): (Figures & { reason: Reason })[] {
  return reasons.flatMap((reason) => {
    const found = figures.get(reason);
    return found ? [{ reason, ...found }] : [];
  });
}
