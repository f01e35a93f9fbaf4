import {
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingPlus,
  IconFileDescription,
  IconFolderPlus,
  IconListDetails,
} from '@tabler/icons-react';
import type { AppRoute } from './route-table.ts';

const partnerForms = () => import('../features/partners/partner-form-screens.tsx');
const loanList = () => import('../features/loans/loan-list-screen.tsx');

/** Lenders, partners and the installation (spec 2.2, 2.3). */
export const lenderRoutes: readonly AppRoute[] = [
  {
    path: '/test-dashboard',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/organisation-dashboards/installation-screen.tsx'))
        .InstallationScreen,
  },
  {
    path: '/partner-list',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/partners/partner-list-screen.tsx')).PartnerListScreen,
    menu: { text: 'menu.partners', icon: IconBuildingCommunity, group: 'partnersClients' },
  },
  {
    path: '/partner/create',
    roles: ['ADMIN'],
    screen: async () => (await partnerForms()).PartnerCreateScreen,
  },
  {
    path: '/partner/edit',
    roles: ['ADMIN'],
    screen: async () => (await partnerForms()).PartnerEditScreen,
  },
  {
    path: '/partner-loans',
    roles: ['PARTNER'],
    screen: async () => (await loanList()).LoanListScreen,
    menu: { text: 'menu.partnerLoans', icon: IconListDetails },
  },
  {
    path: '/clients',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/clients/clients-screen.tsx')).ClientsScreen,
    menu: { text: 'menu.clients', icon: IconBuildingBank, group: 'partnersClients' },
  },
  {
    path: '/create-client',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/create-client-screen.tsx')).CreateClientScreen,
    menu: { text: 'menu.addClient', icon: IconBuildingPlus, group: 'clientControlPanel' },
  },
  {
    path: '/old-create-client',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/old-create-client-screen.tsx')).OldCreateClientScreen,
  },
  {
    path: '/client/edit',
    roles: ['ADMIN'],
    screen: async () =>
      (await import('../features/clients/client-edit-screen.tsx')).ClientEditScreen,
  },
  {
    path: '/view-client',
    roles: ['ADMIN', 'CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/clients/view-client-screen.tsx')).ViewClientScreen,
    menu: { text: 'menu.viewClients', icon: IconFileDescription, group: 'clientControlPanel' },
  },
  {
    path: '/create-portfolio',
    roles: ['CLIENT_ADMIN'],
    screen: async () =>
      (await import('../features/clients/portfolio-panel.tsx')).CreatePortfolioScreen,
    menu: { text: 'menu.addPortfolio', icon: IconFolderPlus, group: 'clientControlPanel' },
  },
  {
    path: '/contact',
    roles: ['ADMIN'],
    screen: async () => (await import('../features/clients/contact-screen.tsx')).ContactScreen,
  },
];
