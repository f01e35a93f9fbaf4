import {
  IconArrowsSplit2,
  IconDeviceMobile,
  IconFileImport,
  IconMapPin,
  IconPhone,
  IconReportAnalytics,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Role } from '../../../contract/roles.ts';
import { useText } from '../../lib/texts/texts.ts';
import {
  hasActiveLoans,
  readableReports,
  useLoanCounts,
  useOversightCounts,
} from './home-queries.ts';
import { listPath } from './home-tiles.tsx';

/** Something to do next. */
export interface HomeStep {
  to: string;
  title: string;
  body: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
}

const IMPORTERS: ReadonlySet<Role> = new Set(['ADMIN', 'CLIENT_ADMIN']);
const ALLOCATORS: ReadonlySet<Role> = new Set(['ADMIN', 'MANAGER']);

/** What a role does next, the most pressing first. */
export function useHomeSteps(role: Role): HomeStep[] {
  const t = useText();
  const free = useLoanCounts(role).notAllocated ?? 0;
  const reports = readableReports(role);
  const list = listPath(role);
  const { conflicts, devicesWithGaps } = useOversightCounts(role);
  const steps: (HomeStep | false)[] = [
    devicesWithGaps > 0 && {
      to: '/devices?concern=GAPS',
      title: t('home.lostWork'),
      body: t('home.lostWorkBody', { count: devicesWithGaps }),
      icon: IconDeviceMobile,
    },
    conflicts > 0 && {
      to: '/loan-conflicts',
      title: t('home.conflicts'),
      body: t('home.conflictsBody', { count: conflicts }),
      icon: IconArrowsSplit2,
    },
    hasActiveLoans(role) && {
      to: '/active-loans',
      title: t('home.work'),
      body: t('home.workBody'),
      icon: IconPhone,
    },
    free > 0 &&
      list !== null &&
      ALLOCATORS.has(role) && {
        to: `${list}?allocated=no`,
        title: t('home.allocate'),
        body: t('home.allocateBody', { count: free }),
        icon: IconUsers,
      },
    IMPORTERS.has(role) && {
      to: '/upload-loan',
      title: t('home.import'),
      body: t('home.importBody'),
      icon: IconFileImport,
    },
    reports.calls && {
      to: '/daily-reports',
      title: t('home.callReport'),
      body: t('home.callReportBody'),
      icon: IconReportAnalytics,
    },
    reports.visits && {
      to: '/daily-field-reports',
      title: t('home.fieldReport'),
      body: t('home.fieldReportBody'),
      icon: IconMapPin,
    },
  ];
  return steps.filter((step) => step !== false);
}
