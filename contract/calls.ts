import { alertCalls } from './alert.ts';
import { allocationCalls } from './allocation.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { deviceWatchCalls } from './device-watch.ts';
import { dialerAgentCalls } from './dialer-agent.ts';
import { deviceCalls } from './device.ts';
import { dispositionCalls } from './disposition.ts';
import { attendanceCalls } from './attendance.ts';
import { loanCalls } from './loan-calls.ts';
import { loanConflictCalls } from './loan-conflict.ts';
import { loanEditCalls } from './loan-edit.ts';
import { loanImportCalls } from './loan-import.ts';
import { peopleCalls } from './people.ts';
import { reportCalls } from './report.ts';
import { staffDashboardCalls } from './staff-dashboard.ts';
import { userDataCalls } from './user-data.ts';

/** Every call there is, by name. Server, client and OpenAPI document all come from this list. */
export const calls: readonly Call[] = [
  authCalls,
  loanCalls,
  loanEditCalls,
  loanImportCalls,
  allocationCalls,
  dispositionCalls,
  alertCalls,
  dialerAgentCalls,
  reportCalls,
  staffDashboardCalls,
  peopleCalls,
  userDataCalls,
  attendanceCalls,
  deviceCalls,
  deviceWatchCalls,
  loanConflictCalls,
].flatMap((group) => Object.values(group));
