import type { ComponentType } from 'react';
import type { Role } from '../../contract/roles.ts';
import type { ScreenProps } from './route-table.ts';

type LoadLanding = () => Promise<ComponentType<ScreenProps>>;

const organisation: LoadLanding = async () =>
  (await import('../features/organisation-dashboards/organisation-landing-screen.tsx'))
    .OrganisationLandingScreen;
const lender: LoadLanding = async () =>
  (await import('../features/organisation-dashboards/client-landing-screen.tsx'))
    .ClientLandingScreen;

/**
 * What each role finds at '/' (spec 2.2): its own landing screen, loaded when somebody of that role is here. The super
 * admin's is the admin's (spec 6).
 */
export const LANDINGS: Readonly<Record<Role, LoadLanding>> = {
  ADMIN: organisation,
  SUPER_ADMIN: organisation,
  MANAGER: async () =>
    (await import('../features/staff-dashboards/manager-landing.tsx')).ManagerLanding,
  COLLECTOR: async () =>
    (await import('../features/staff-dashboards/collector-landing.tsx')).CollectorLanding,
  FIELD_AGENT: async () =>
    (await import('../features/field-day/field-day-screen.tsx')).FieldDayScreen,
  CLIENT_ADMIN: lender,
  PARTNER: async () =>
    (await import('../features/organisation-dashboards/partner-landing-screen.tsx'))
      .PartnerLandingScreen,
  CUSTOMER: lender,
  CLIENT: lender,
};
