import { sql } from 'drizzle-orm';
import { allocations, loans } from '../../../server/database/tables/loans.ts';
import { clients, managerClients, users } from '../../../server/database/tables/people.ts';
import type { Db } from '../../../server/database/connection.ts';
import { newId } from '../../../server/ids.ts';
import { hashPassword } from '../../../server/identity/password.ts';

/** The password of everyone here. */
export const faultPassword = 'Recoup-fault-2026';

/** A loan on an agent's list. */
export interface AgentLoan {
  readonly id: string;
  readonly number: string;
  readonly name: string;
}

/** A field agent with loans of its own. */
export interface Agent {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly loans: readonly AgentLoan[];
}

/** A lender and a manager, to which every agent of a test file belongs. */
export interface Organisation {
  readonly managerId: string;
  readonly managerEmail: string;
  addAgent(loanCount: number): Promise<Agent>;
  addLoans(agentId: string, count: number): Promise<AgentLoan[]>;
  /** Takes a loan away from whoever has it. */
  deallocate(loanId: string): Promise<void>;
}

/** Makes them in an empty database (no demo). */
export async function makeOrganisation(db: Db): Promise<Organisation> {
  const passwordHash = await hashPassword(faultPassword);
  const clientId = newId();
  const managerId = newId();
  const managerEmail = 'manager@fault.recoup';
  let agents = 0;
  let loanCount = 0;
  await db.insert(clients).values({ id: clientId, name: 'Sahyadri Finance' });
  const addUser = async (id: string, role: 'MANAGER' | 'FIELD_AGENT', name: string) =>
    db.insert(users).values({
      id,
      role,
      username: name,
      email: `${name}@fault.recoup`,
      fullName: `Fault ${name}`,
      passwordHash,
      managerId: role === 'MANAGER' ? null : managerId,
    });
  await addUser(managerId, 'MANAGER', 'manager');
  await db.insert(managerClients).values({ managerId, clientId });

  const addLoans = async (agentId: string, count: number): Promise<AgentLoan[]> => {
    const made = Array.from({ length: count }, () => {
      loanCount += 1;
      const id = newId();
      return {
        id,
        number: `FT-${String(loanCount).padStart(5, '0')}`,
        name: `Borrower ${loanCount}`,
      };
    });
    if (made.length === 0) return [];
    await db.transaction(async (tx) => {
      await tx.insert(loans).values(
        made.map(({ id, number, name }) => ({
          id,
          loanNumber: number,
          clientId,
          customerName: name,
          mobileNumber: '9876501234',
          totalDueAmount: 5000,
          managerId,
          fieldAgentId: agentId,
        })),
      );
      await tx.insert(allocations).values(
        made.map((loan) => ({
          id: newId(),
          loanId: loan.id,
          assigneeId: agentId,
          kind: 'FIELD' as const,
        })),
      );
    });
    return made;
  };
  return {
    managerId,
    managerEmail,
    addLoans,
    addAgent: async (count) => {
      agents += 1;
      const id = newId();
      const name = `agent${agents}`;
      await addUser(id, 'FIELD_AGENT', name);
      return { id, email: `${name}@fault.recoup`, name, loans: await addLoans(id, count) };
    },
    deallocate: async (loanId) => {
      await db.transaction(async (tx) => {
        await tx.execute(sql`update loans set field_agent_id = null where id = ${loanId}`);
        await tx.execute(sql`update allocations set ended_at = now()
          where loan_id = ${loanId} and kind = 'FIELD' and ended_at is null`);
      });
    },
  };
}
