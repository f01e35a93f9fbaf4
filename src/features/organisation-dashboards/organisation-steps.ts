import {
  IconAlertTriangle,
  IconArrowsSplit2,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconFileImport,
  IconHeartbeat,
  IconProgress,
  IconReportAnalytics,
  IconUsers,
} from '@tabler/icons-react';
import type { OrganisationLanding } from '../../../contract/organisation-dashboard.ts';
import type { Role } from '../../../contract/roles.ts';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { stockPath } from '../../components/loan-link.ts';
import type { NextStep } from '../../components/step-list.tsx';
import { isNothingYet, useAttention } from './organisation-dashboard-queries.ts';

type ImportCounts = OrganisationLanding['imports'];

/** What uploads ask for: failed ones first, then those that wait for a person. */
export function useImportSteps(imports: ImportCounts): NextStep[] {
  const t = useText();
  const steps: (NextStep | false)[] = [
    imports.failed > 0 && {
      to: '/upload-loan',
      title: t('organisation.importFailed'),
      body: t('organisation.importFailedBody', { count: imports.failed }),
      icon: IconAlertTriangle,
    },
    imports.pending > 0 && {
      to: '/upload-loan',
      title: t('organisation.importPending'),
      body: t('organisation.importPendingBody', { count: imports.pending }),
      icon: IconFileImport,
    },
    imports.running > 0 && {
      to: '/upload-loan',
      title: t('organisation.importRunning'),
      body: t('organisation.importRunningBody', { count: imports.running }),
      icon: IconProgress,
    },
  ];
  return steps.filter((step) => step !== false);
}

/** Null while what waits is unknown. */
function useAttentionSteps(): NextStep[] | null {
  const t = useText();
  const attention = useAttention();
  if (attention === null) return null;
  const { gaps, silent, conflicts } = attention;
  const steps: (NextStep | false)[] = [
    gaps > 0 && {
      to: '/devices?concern=GAPS',
      title: t('organisation.lostWork'),
      body: t('organisation.lostWorkBody', { count: gaps }),
      icon: IconDeviceMobile,
    },
    silent > 0 && {
      to: '/devices?concern=SILENT',
      title: t('organisation.silent'),
      body: t('organisation.silentBody', { count: silent }),
      icon: IconDeviceMobileOff,
    },
    conflicts > 0 && {
      to: '/loan-conflicts',
      title: t('organisation.conflicts'),
      body: t('organisation.conflictsBody', { count: conflicts }),
      icon: IconArrowsSplit2,
    },
  ];
  return steps.filter((step) => step !== false);
}

/**
 * What the admin does next, the most pressing first. The super admin is led only where its guard lets it in (spec 6:
 * admin's landing, and the routes open to any role).
 */
export function useOrganisationSteps(role: Role, landing: OrganisationLanding): NextStep[] | null {
  const t = useText();
  const imports = useImportSteps(landing.imports);
  const attention = useAttentionSteps();
  const free = landing.stock.notAllocated.count;
  if (role !== 'ADMIN') return attention;
  return [
    ...imports.slice(0, 1).filter(() => landing.imports.failed > 0),
    ...(attention ?? []),
    ...(landing.imports.failed > 0 ? imports.slice(1) : imports),
    ...(free > 0
      ? [
          {
            to: stockPath('/loans', { allocated: 'no' }),
            title: t('organisation.allocate'),
            body: t('organisation.allocateBody', { count: free, n: formatCount(free) }),
            icon: IconUsers,
          },
        ]
      : []),
    ...(isNothingYet(landing)
      ? []
      : [
          {
            to: '/daily-reports',
            title: t('organisation.callReport'),
            body: t('organisation.callReportBody'),
            icon: IconReportAnalytics,
          },
        ]),
    {
      to: '/test-dashboard',
      title: t('organisation.install'),
      body: t('organisation.installBody'),
      icon: IconHeartbeat,
    },
  ];
}
