import type { LoggedInUser } from '../../../contract/auth.ts';
import { AgentDevices } from './agent-devices.tsx';
import { ReportEntries } from './report-entries.tsx';
import { maySeeDevices } from './report-queries.ts';
import { ReportScreen } from './report-screen.tsx';

/** `/daily-reports`: the calls of a range by agent, and every one of them. */
export function DailyCallReportScreen({ user }: { user: LoggedInUser }) {
  return <ReportScreen name="dailyCalls" user={user} entries={ReportEntries} />;
}

/** `/daily-field-reports`: the visits of a range by agent, every one of them, and the agents' devices. */
export function DailyFieldReportScreen({ user }: { user: LoggedInUser }) {
  return (
    <ReportScreen name="dailyVisits" user={user} entries={ReportEntries}>
      {maySeeDevices(user.role) && <AgentDevices />}
    </ReportScreen>
  );
}
