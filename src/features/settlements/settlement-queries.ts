import { useState } from 'react';
import { z } from 'zod';
import { fieldProblemSchema } from '../../../contract/errors.ts';
import type { Role } from '../../../contract/roles.ts';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import { LETTER_FINDINGS } from '../../../contract/settlement.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { useCommand } from '../../data/call-command.ts';
import { useIsHere } from '../../components/use-is-here.ts';
import { isBusyError } from '../../lib/busy.ts';
import { text } from '../../lib/texts/texts.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

/** A settlement that was not decided, and why the server said no. */
export interface NotDecided {
  readonly settlement: Settlement;
  readonly error: RefusedError;
}

/** What came of deciding several. */
export interface DecidedOf {
  readonly refused: readonly NotDecided[];
  /** The network broke off before the server answered. */
  readonly unsent: readonly Settlement[];
  readonly remarks: string;
}

/** Not all of several were decided. */
export class PartlyDecided extends Error implements DecidedOf {
  override readonly name = 'PartlyDecided';
  readonly refused: readonly NotDecided[];
  readonly unsent: readonly Settlement[];
  readonly remarks: string;

  /** `count`: how many were to be decided. Its words are a toast's where the dialog is gone. */
  constructor({ refused, unsent, remarks }: DecidedOf, count: number) {
    const done = count - refused.length - unsent.length;
    super(text()('settlements.decidedSome', { done, count }));
    this.refused = refused;
    this.unsent = unsent;
    this.remarks = remarks;
  }
}

interface Several {
  readonly action: 'APPROVE' | 'REJECT';
  readonly remarks: string;
  readonly settlements: readonly Settlement[];
}

/** Whether a refusal is about this settlement: without a session, or turned away for the time being, the next would get the same. */
const isOfOne = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && ![401, 429].includes(error.status) && !isBusyError(error);

/**
 * Decides one by one: what is refused stands beside its reason; after the network or the session ended nothing more is tried.
 * `answered`: how many of those that are being sent have their answer, null when none are.
 */
export function useDecideAll(role: Role) {
  const isClient = role === 'CUSTOMER' || role === 'CLIENT_ADMIN';
  const call = isClient ? settlementCalls.approveByClient : settlementCalls.updateSettlementStatus;
  const [answered, setAnswered] = useState(0);
  const isHere = useIsHere();
  const { mutateAsync, isPending } = useCommand(
    async ({ action, remarks, settlements }: Several): Promise<DecidedOf> => {
      setAnswered(0);
      const refused: NotDecided[] = [];
      for (const [at, settlement] of settlements.entries()) {
        // Whoever closed the dialog wants no more of them decided.
        if (!isHere()) return { refused, unsent: settlements.slice(at), remarks };
        const { _id, revision } = settlement;
        try {
          await server.call(call, { body: { _id, revision, action, remarks } });
        } catch (error) {
          if (!isOfOne(error)) return { refused, unsent: settlements.slice(at), remarks };
          refused.push({ settlement, error });
        }
        setAnswered(at + 1);
      }
      return { refused, unsent: [], remarks };
    },
    { changes: ['settlements', 'notifications', 'loans'] },
  );
  return { decide: mutateAsync, answered: isPending ? answered : null };
}

/** What a letter may lack. */
type Finding = (typeof LETTER_FINDINGS)[number];

/** What a refused letter does not say, and the other loans that it names. */
export interface LetterLack {
  readonly findings: readonly Finding[];
  readonly others: readonly string[];
}

/** What a refused letter does not say; null: it was refused for something else. */
export function lackOf(error: unknown): LetterLack | null {
  if (!(error instanceof RefusedError) || error.code !== 'LETTER_DIFFERS') return null;
  const problems = z.array(fieldProblemSchema).safeParse(error.details).data ?? [];
  const codes = new Set(problems.map(({ code }) => code));
  const others = problems[0]?.values['others'];
  return {
    findings: LETTER_FINDINGS.filter((finding) => codes.has(finding)),
    others: Array.isArray(others) ? others : [],
  };
}

/** Whether it was refused for the file itself: another one is to be chosen. */
export const isOfTheLetter = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && ['SAME_LETTER', 'LETTER_UNOPENED'].includes(error.code);
