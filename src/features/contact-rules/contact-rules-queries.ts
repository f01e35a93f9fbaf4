import { contactGateCalls as gate } from '../../../contract/contact-gate.ts';
import type { GateStanding } from '../../../contract/contact-record.ts';
import type { ContactChannel } from '../../../contract/contact-rules.ts';
import { loanCalls } from '../../../contract/loan-calls.ts';
import { useCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { server } from '../../remote/session-client.ts';

/** How long what others do may go unseen, milliseconds. */
export const FRESH_MS = 20_000;

/** Asks the gate about the loan of a number, now; null when there is no such loan. */
export function useTryGate() {
  return useCommand(
    async ({
      loanNumber,
      channel,
    }: {
      loanNumber: string;
      channel: ContactChannel;
    }): Promise<GateStanding | null> => {
      const query = { search: loanNumber, pageSize: 20 };
      const { data } = await server.call(loanCalls.listLoans, { query });
      const wanted = loanNumber.toLowerCase();
      const loan = data.find(({ Loan_ID }) => Loan_ID.toLowerCase() === wanted);
      if (loan === undefined) return null;
      const number = loan.Mobile_Number?.match(/^\+?\d{6,15}$/)?.[0];
      return server.call(gate.readContactGate, {
        query: { loanId: loan._id, channel, ...(number !== undefined && { number }) },
      });
    },
  );
}

/** Exceptions that agents ask for now. */
export function useOpenExceptions(enabled: boolean) {
  const query = { state: 'OPEN' as const, pageSize: 50 };
  return useCallQuery(gate.listExceptions, { query }, { enabled, refetchInterval: FRESH_MS });
}
