import type { Role } from '../../contract/roles.ts';

const PATHS: Readonly<Partial<Record<Role, string>>> = {
  ADMIN: '/approveLoan',
  MANAGER: '/approveLoan',
  CUSTOMER: '/approveLoanByClient',
  CLIENT_ADMIN: '/settlement/view',
  COLLECTOR: '/settlement/view',
  FIELD_AGENT: '/settlement/view',
};

/** Where a settlement is looked at and decided by a role; null: it has no screen for it. */
export function settlementPath(role: Role, id: string): string | null {
  const path = PATHS[role];
  return path === undefined ? null : `${path}?id=${id}`;
}
