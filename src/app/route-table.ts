import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import type { LoggedInUser } from '../../contract/auth.ts';
import type { Role } from '../../contract/roles.ts';

/** Groups of the side menu (spec 2.3; `oversight` is ours). */
export type MenuGroup = 'importAccounts' | 'oversight' | 'reports';

/** A menu entry of a route. */
export interface MenuPlace {
  text: ParseKeys;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  group?: MenuGroup;
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
  menu?: MenuPlace;
  /** A guard of its own: where nobody logged in is sent (spec 2.1). /login otherwise. */
  loginPath?: string;
}

/** Whether a route's guard lets a role in. */
export function isAllowed(route: Pick<AppRoute, 'roles'>, role: Role): boolean {
  return route.roles === 'any' || route.roles.includes(role);
}

/** Where a role lands after login (spec 2.2, '/'); '/' itself is the list of what is open to it. */
export const LANDING: Readonly<Record<Role, string>> = {
  ADMIN: '/loans',
  SUPER_ADMIN: '/loans',
  MANAGER: '/all-loans',
  COLLECTOR: '/active-loans',
  FIELD_AGENT: '/field-agent-loans',
  CLIENT_ADMIN: '/loans',
  PARTNER: '/',
  CUSTOMER: '/',
  CLIENT: '/',
};
