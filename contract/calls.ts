import { activitySheetCalls } from './activity-sheet.ts';
import { alertCalls } from './alert.ts';
import { allocationCalls } from './allocation.ts';
import { allocationRunCalls } from './allocation-run.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { clientCalls } from './client.ts';
import { contactPersonCalls } from './contact-person.ts';
import { deviceWatchCalls } from './device-watch.ts';
import { dialerAgentCalls } from './dialer-agent.ts';
import { deviceCalls } from './device.ts';
import { dispositionCalls } from './disposition.ts';
import { attendanceCalls } from './attendance.ts';
import { notificationCalls } from './notification.ts';
import { pushCalls } from './push.ts';
import { paymentCalls } from './payment.ts';
import { organisationDashboardCalls } from './organisation-dashboard.ts';
import { partnerCalls } from './partner.ts';
import { promiseCalls } from './promise.ts';
import { depositCalls } from './deposit.ts';
import { receiptCalls } from './receipt.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { allocationRuleCalls } from './allocation-rule-calls.ts';
import { loanCalls } from './loan-calls.ts';
import { loanClosureCalls } from './loan-closure.ts';
import { loanEntryCalls } from './loan-entry.ts';
import { loanConflictCalls } from './loan-conflict.ts';
import { loanEditCalls } from './loan-edit.ts';
import { loanImportCalls } from './loan-import.ts';
import { loanMappingCalls } from './loan-mapping.ts';
import { peopleCalls } from './people.ts';
import { portfolioCalls } from './portfolio.ts';
import { reportCalls } from './report.ts';
import { sampleFileCalls } from './sample-file.ts';
import { sheetCalls } from './sheet.ts';
import { userDataCalls } from './user-data.ts';
import { staffDashboardCalls } from './staff-dashboard.ts';

/** Every call there is, by name. Server, client and OpenAPI document all come from this list. */
export const calls: readonly Call[] = [
  authCalls,
  loanCalls,
  loanEditCalls,
  loanClosureCalls,
  loanEntryCalls,
  loanImportCalls,
  activitySheetCalls,
  paymentCalls,
  promiseCalls,
  loanMappingCalls,
  sheetCalls,
  sampleFileCalls,
  allocationCalls,
  allocationRuleCalls,
  allocationRunCalls,
  dispositionCalls,
  alertCalls,
  notificationCalls,
  pushCalls,
  dialerAgentCalls,
  reportCalls,
  peopleCalls,
  userDataCalls,
  attendanceCalls,
  staffDashboardCalls,
  deviceCalls,
  deviceWatchCalls,
  loanConflictCalls,
  organisationDashboardCalls,
  partnerCalls,
  receiptCalls,
  depositCalls,
  reconciliationCalls,
  clientCalls,
  contactPersonCalls,
  portfolioCalls,
].flatMap((group) => Object.values(group));
