import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';

/** Groups of the side menu (spec 2.3; `oversight` is ours). Their order: menu-order.ts. */
export type MenuGroup =
  | 'importAccounts'
  | 'dataInsights'
  | 'clientControlPanel'
  | 'revenue'
  | 'recoveryPredictor'
  | 'partnersClients'
  | 'dialerReport'
  | 'ruleEngine'
  | 'others'
  | 'oversight'
  | 'reports';

/** A menu entry of a route. Where it stands is said in menu-order.ts. */
export interface MenuPlace {
  text: ParseKeys;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  group?: MenuGroup;
  /** Roles in whose menu it stands by itself, not in its group. */
  ungroupedFor?: readonly Role[];
  /** Who sees it; without it, everyone whom the guard lets in. */
  roles?: readonly Role[];
  /** Its text where a role has its own. */
  textByRole?: Readonly<Partial<Record<Role, ParseKeys>>>;
}

/** What every screen is given: the logged-in user. */
export interface ScreenProps {
  user: LoggedInUser;
}

/** One screen of the product: where it is, who may open it, where the menu shows it. */
export interface AppRoute {
  path: string;
  /** `any` is any logged-in user. */
  roles: readonly Role[] | 'any';
  /** Loads the screen. */
  screen: () => Promise<ComponentType<ScreenProps>>;
  /** A screen of the phone's day: its texts come with the frame, it waits for no others. */
  isEarly?: true;
  menu?: MenuPlace;
  /** A guard of its own: where nobody logged in is sent (spec 2.1). /login otherwise. */
  loginPath?: string;
}

/** Whether a route's guard lets a role in. */
export function isAllowed(route: Pick<AppRoute, 'roles'>, role: Role): boolean {
  return route.roles === 'any' || route.roles.includes(role);
}
