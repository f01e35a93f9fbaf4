import { sql } from 'drizzle-orm';
import { countOpenAlerts } from '../alerts/alert-handover-service.ts';
import type { Db } from '../database/connection.ts';
import type { LockedPerson } from './person-rules.ts';

/** What hangs on a person; amounts in whole rupees. */
export interface Held {
  readonly loanCount: number;
  readonly dueAmount: number;
  readonly alertCount: number;
  readonly teamCount: number;
}

const COLUMN_OF_ROLE: Readonly<Record<string, ReturnType<typeof sql>>> = {
  COLLECTOR: sql`l.collector_id`,
  FIELD_AGENT: sql`l.field_agent_id`,
  MANAGER: sql`l.manager_id`,
};

/** Counts what hangs on a person now. */
export async function countHeld(
  db: Db,
  { id, role }: Pick<LockedPerson, 'id' | 'role'>,
): Promise<Held> {
  const column = COLUMN_OF_ROLE[role];
  const loans = column
    ? await db.execute<{ count: number; due: number }>(sql`select count(*) as count,
        coalesce(sum(l.total_due_amount), 0)::bigint as due from loans l where ${column} = ${id}`)
    : null;
  const team = await db.execute<{ count: number }>(
    sql`select count(*) as count from users where manager_id = ${id} and deleted_at is null`,
  );
  return {
    loanCount: loans?.rows[0]?.count ?? 0,
    dueAmount: loans?.rows[0]?.due ?? 0,
    alertCount: await countOpenAlerts(db, id),
    teamCount: team.rows[0]?.count ?? 0,
  };
}

/** Whether somebody has to take over. */
export const needsSuccessor = ({ loanCount, alertCount, teamCount }: Held): boolean =>
  loanCount + alertCount + teamCount > 0;
