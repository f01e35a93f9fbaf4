import type { ComponentType } from 'react';
import type { Role } from '../../contract/roles.ts';
import type { ScreenProps } from './route-table.ts';

type LoadLanding = () => Promise<ComponentType<ScreenProps>>;

const loanList: LoadLanding = async () =>
  (await import('../features/loans/loan-list-screen.tsx')).LoanListScreen;
const welcome: LoadLanding = async () => (await import('./welcome-screen.tsx')).WelcomeScreen;

/**
 * What each role finds at '/' (spec 2.2): its own landing screen, loaded when somebody of that role is here. The super
 * admin's is the admin's (spec 6).
 */
export const LANDINGS: Readonly<Record<Role, LoadLanding>> = {
  ADMIN: loanList,
  SUPER_ADMIN: loanList,
  MANAGER: async () =>
    (await import('../features/staff-dashboards/manager-landing.tsx')).ManagerLanding,
  COLLECTOR: async () =>
    (await import('../features/staff-dashboards/collector-landing.tsx')).CollectorLanding,
  FIELD_AGENT: async () =>
    (await import('../features/field-day/field-day-screen.tsx')).FieldDayScreen,
  CLIENT_ADMIN: loanList,
  PARTNER: welcome,
  CUSTOMER: welcome,
  CLIENT: welcome,
};
