import type { TFunction } from 'i18next';
import { useNavigate } from 'react-router-dom';
import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';
import { useOnline } from '../lib/use-online.ts';
import { CommandPalette } from '../features/command-palette/command-palette.tsx';
import type { CommandPaletteProps } from '../features/command-palette/command-palette.tsx';
import type { PaletteScreen } from '../features/command-palette/palette-entries.ts';
import { useText } from '../lib/texts/texts.ts';
import { menuEntries } from './menu-entries.ts';
import { hiddenEntries } from './menu-readings.ts';
import type { MenuLink } from './menu-entries.ts';
import { isAllowed } from './route-table.ts';
import { routes } from './routes.ts';
import { isOfflineRole } from './session-hooks.ts';

type PaletteLoans = NonNullable<CommandPaletteProps['loans']>;

/** Where a role searches its loans and where it opens one; a role that is not here has no loans to open. */
const LOANS: Readonly<Partial<Record<Role, PaletteLoans & { path: string }>>> = {
  ADMIN: { source: 'loans', path: '/view-loan', to: ({ _id }) => `/view-loan?loanId=${_id}` },
  MANAGER: { source: 'loans', path: '/view-loan', to: ({ _id }) => `/view-loan?loanId=${_id}` },
  CLIENT_ADMIN: {
    source: 'loans',
    path: '/loans',
    to: ({ Loan_ID }) => `/loans?search=${encodeURIComponent(Loan_ID)}`,
  },
  COLLECTOR: {
    source: 'activeLoans',
    path: '/call-management',
    to: ({ _id }) => `/call-management?loanId=${_id}`,
  },
  FIELD_AGENT: {
    source: 'device',
    path: '/field-agent/loan',
    to: ({ _id }) => `/field-agent/loan?id=${_id}`,
  },
};

/** The command palette with what the user's role may open. */
export function PaletteDialog(props: { user: LoggedInUser; isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const isOnline = useOnline();
  return (
    <CommandPalette
      isOpen={props.isOpen}
      onClose={props.onClose}
      screens={paletteScreens(t, props.user)}
      loans={paletteLoans(props.user.role, isOnline)}
      onGo={(to) => void navigate(to)}
    />
  );
}

/** The screens of the role's menu, groups opened up; each address once. */
function paletteScreens(t: TFunction, user: LoggedInUser): PaletteScreen[] {
  const screens = new Map<string, PaletteScreen>();
  const add = ({ to, text, icon }: MenuLink, group: string | null) => {
    if (!screens.has(to)) screens.set(to, { to, words: t(text), group, icon });
  };
  for (const entry of menuEntries(user.role, hiddenEntries(user))) {
    if ('links' in entry) for (const link of entry.links) add(link, t(entry.text));
    else add(entry, null);
  }
  return [...screens.values()];
}

function paletteLoans(role: Role, isOnline: boolean): PaletteLoans | null {
  const found = LOANS[role];
  if (found === undefined) return null;
  const route = routes.find(({ path }) => path === found.path);
  if (route === undefined || !isAllowed(route, role)) return null;
  // Without a network, who keeps loans on the device finds those.
  return !isOnline && isOfflineRole(role) ? { ...found, source: 'device' } : found;
}
