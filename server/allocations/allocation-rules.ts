/** Whose hands a loan can be put into. */
export type AllocationKind = 'COLLECTOR' | 'MANAGER' | 'FIELD';

/** What is asked for one loan. A null assignee takes the loan back; a visit day left out stays as it is. */
export interface AllocationOrder {
  readonly loanId: string;
  readonly assigneeId: string | null;
  readonly visitDate?: string | null | undefined;
  /** Somebody takes over: the planned visit stays. */
  readonly keepsVisitDay?: true;
  /** The loan's revision that the person saw. */
  readonly revision?: number | undefined;
  /** What others did until then is overwritten knowingly. */
  readonly asOf?: string | undefined;
}

/** Who has a loan, and the day of the planned visit. */
export interface Holding {
  readonly collectorId: string | null;
  readonly managerId: string | null;
  readonly fieldAgentId: string | null;
  readonly visitDate: string | null;
}

/** The manager of each agent concerned, by the agent's id. */
export type ManagerOf = (agentId: string) => string | null;

function keptUnder(managerId: string | null, agentId: string | null, managerOf: ManagerOf) {
  if (agentId === null) return null;
  const own = managerOf(agentId);
  return own === null || own === managerId ? agentId : null;
}

function underManager(held: Holding, managerId: string | null, managerOf: ManagerOf): Holding {
  const fieldAgentId = keptUnder(managerId, held.fieldAgentId, managerOf);
  return {
    managerId,
    collectorId: keptUnder(managerId, held.collectorId, managerOf),
    fieldAgentId,
    visitDate: fieldAgentId === null ? null : held.visitDate,
  };
}

function visitDay(held: Holding, order: AllocationOrder): string | null {
  if (order.assigneeId === null) return null;
  if (order.visitDate !== undefined) return order.visitDate;
  return order.keepsVisitDay || order.assigneeId === held.fieldAgentId ? held.visitDate : null;
}

/**
 * Who has the loan once the order is carried out. A loan without a manager follows its new agent's; a new manager takes
 * over the agents it has itself, and the other managers' agents lose the loan.
 */
export function holdingAfter(
  kind: AllocationKind,
  held: Holding,
  order: AllocationOrder,
  managerOf: ManagerOf,
): Holding {
  const { assigneeId } = order;
  if (kind === 'MANAGER') return underManager(held, assigneeId, managerOf);
  const managerId = held.managerId ?? (assigneeId === null ? null : managerOf(assigneeId));
  if (kind === 'COLLECTOR') return { ...held, managerId, collectorId: assigneeId };
  return { ...held, managerId, fieldAgentId: assigneeId, visitDate: visitDay(held, order) };
}

/** Whether two holdings are the same. */
export function isSameHolding(left: Holding, right: Holding): boolean {
  return (
    left.collectorId === right.collectorId &&
    left.managerId === right.managerId &&
    left.fieldAgentId === right.fieldAgentId &&
    left.visitDate === right.visitDate
  );
}
