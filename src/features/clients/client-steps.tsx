import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import type { NewClientValues } from './client-values.ts';
import { ContactRows } from './contact-fields.tsx';
import { NewFeeRows } from './fee-fields.tsx';
import { IncentiveRows } from './incentive-fields.tsx';
import { PolicyDrop } from './policy-drop.tsx';
import { PortfolioRows } from './portfolio-fields.tsx';
import { ProfileFields } from './profile-fields.tsx';
import type { NewClientWork } from './use-new-client.ts';

/** One part of a new client: a step of the guided form, a section of the long one. */
export interface ClientPart {
  readonly key: string;
  readonly title: ParseKeys;
  /** The form's fields in it, which are checked before going on. */
  readonly fields: readonly (keyof NewClientValues)[];
  readonly render: (work: NewClientWork) => ReactNode;
}

/** The parts of a new client in their order. */
export const CLIENT_PARTS: readonly ClientPart[] = [
  {
    key: 'profile',
    title: 'clients.steps.profile',
    fields: ['profile'],
    render: () => <ProfileFields />,
  },
  {
    key: 'portfolios',
    title: 'clients.steps.portfolios',
    fields: ['portfolios'],
    render: () => <PortfolioRows />,
  },
  {
    key: 'policies',
    title: 'clients.steps.policies',
    fields: [],
    render: ({ policies, setPolicies }) => <PolicyDrop files={policies} onFiles={setPolicies} />,
  },
  {
    key: 'incentives',
    title: 'clients.steps.incentives',
    fields: ['incentives'],
    render: () => <IncentiveRows />,
  },
  {
    key: 'fees',
    title: 'clients.steps.fees',
    fields: ['successFees'],
    render: () => <NewFeeRows />,
  },
  {
    key: 'contacts',
    title: 'clients.steps.contacts',
    fields: ['contacts', 'managerIds'],
    render: () => <ContactRows />,
  },
];

/** The part in which a field stands; the first when it is in none. */
export function partOf(path: string): number {
  const [head] = path.split('.');
  const at = CLIENT_PARTS.findIndex(({ fields }) => fields.some((field) => field === head));
  return Math.max(0, at);
}
