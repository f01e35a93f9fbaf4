import { z } from 'zod';
import { fieldProblemSchema } from '../../../contract/errors.ts';
import type { Role } from '../../../contract/roles.ts';
import { settlementCalls } from '../../../contract/settlement-calls.ts';
import { LETTER_FINDINGS } from '../../../contract/settlement.ts';
import type { Settlement } from '../../../contract/settlement.ts';
import { useCommand } from '../../data/call-command.ts';
import { RefusedError } from '../../remote/call-errors.ts';
import { server } from '../../remote/session-client.ts';

/** Approves one by one; those that somebody decided meanwhile, or that a rule stops, are left. Returns how many it did. */
export function useApproveAll(role: Role) {
  const isClient = role === 'CUSTOMER' || role === 'CLIENT_ADMIN';
  const call = isClient ? settlementCalls.approveByClient : settlementCalls.updateSettlementStatus;
  return useCommand(
    async (settlements: readonly Settlement[]) => {
      let done = 0;
      for (const { _id, revision } of settlements)
        try {
          await server.call(call, { body: { _id, revision, action: 'APPROVE' } });
          done += 1;
        } catch (error) {
          // What was refused stays in the list, where its page says why; without a network nothing more is tried.
          if (!(error instanceof RefusedError)) break;
        }
      return done;
    },
    { changes: ['settlements', 'notifications'] },
  );
}

/** What a letter may lack. */
export type Finding = (typeof LETTER_FINDINGS)[number];

/** What a refused letter does not say; null: it was refused for something else. */
export function lackOf(error: unknown): Finding[] | null {
  if (!(error instanceof RefusedError) || error.code !== 'LETTER_DIFFERS') return null;
  const read = z.array(fieldProblemSchema).safeParse(error.details);
  const codes = read.success ? read.data.map(({ code }) => code) : [];
  return LETTER_FINDINGS.filter((finding) => codes.includes(finding));
}
