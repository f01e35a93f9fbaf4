import type { LoggedInUser } from '../../../contract/auth.ts';
import { DailyReport } from './daily-report.tsx';

/** `/daily-reports`: the calls of a range by agent. */
export function DailyCallReportScreen({ user }: { user: LoggedInUser }) {
  return <DailyReport channel="CALL" role={user.role} />;
}

/** `/daily-field-reports`: the visits of a range by agent, and the agents' devices. */
export function DailyFieldReportScreen({ user }: { user: LoggedInUser }) {
  return <DailyReport channel="FIELD" role={user.role} />;
}
