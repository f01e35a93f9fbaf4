import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';

/*
 * Where the spec's 2.3 leaves a choice: each is one line here, so that a deployment can take the other reading. Who may
 * open a screen is the guard's matter (routes.ts): an entry is never shown to a role that the guard sends back.
 */

/** Without Dashboard: the client admin (spec 2.3), and the field agent, whom 2.3 does not name. */
export const NO_DASHBOARD: ReadonlySet<Role> = new Set(['CLIENT_ADMIN', 'FIELD_AGENT']);

/** A click loads the page anew (spec 2.3: "several menu clicks"); Dashboard is always one of them. */
export const RELOADED: ReadonlySet<string> = new Set(['/notifications']);

/** Entries that the guard would let a role open but its menu does not show. */
export const HIDDEN_IN: Readonly<Record<string, readonly Role[]>> = {};

/** Their BI entry is their own block's: noBiReport is not asked. */
const OWN_BI: ReadonlySet<Role> = new Set(['CUSTOMER', 'CLIENT_ADMIN']);

/** Entries that this person's account switches off: BI reports by noBiReport 0. */
export function hiddenEntries({
  role,
  noBiReport,
}: Pick<LoggedInUser, 'role' | 'noBiReport'>): ReadonlySet<string> {
  return new Set(noBiReport === 0 && !OWN_BI.has(role) ? ['/redirectBi'] : []);
}
