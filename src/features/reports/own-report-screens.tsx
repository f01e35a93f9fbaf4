import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ReportName } from '../../../contract/report-names.ts';
import { ReportScreen } from './report-screen.tsx';

const screenOf = (name: ReportName, firstView?: 'rows') =>
  function OwnReportScreen({ user }: { user: LoggedInUser }) {
    return <ReportScreen name={name} user={user} {...(firstView && { firstView })} />;
  };

/** `/collection-report`: all money of some days. */
export const CollectionReportScreen = screenOf('collections');
/** `/allocation-reports`: who holds what. */
export const AllocationReportScreen = screenOf('allocation');
/** `/workable-reports`: what can be worked today, and why the rest cannot. */
export const WorkableReportScreen = screenOf('workable');
/** `/last-interaction-report`: the last contact of each loan. */
export const LastInteractionScreen = screenOf('lastInteraction', 'rows');
/** `/best-disposition`: the best outcome of each loan. */
export const BestDispositionScreen = screenOf('bestDisposition');
/** `/retain-report`: loans that stayed with their agent. */
export const RetainReportScreen = screenOf('retain');
/** `/additional-reports`: every loan in the lender's columns. */
export const AdditionalReportScreen = screenOf('additional', 'rows');
