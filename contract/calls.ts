import { activitySheetCalls } from './activity-sheet.ts';
import { alertCalls } from './alert.ts';
import { allocationCalls } from './allocation.ts';
import { allocationRunCalls } from './allocation-run.ts';
import { attributionCalls } from './attribution.ts';
import { incentiveCalls } from './incentive-calls.ts';
import { attachedFileCalls } from './attached-file.ts';
import { authCalls } from './auth.ts';
import type { Call } from './call.ts';
import { clientExportCalls } from './client-export.ts';
import { clientCalls } from './client.ts';
import { contactPersonCalls } from './contact-person.ts';
import { contactGateCalls } from './contact-gate.ts';
import { contactPolicyCalls } from './contact-policy.ts';
import { deviceWatchCalls } from './device-watch.ts';
import { dialerAgentCalls } from './dialer-agent.ts';
import { agentBoardCalls } from './agent-board.ts';
import { agentComplaintCalls } from './agent-complaint.ts';
import { agentSeatCalls } from './agent-seat.ts';
import { dialerReportCalls } from './dialer-report.ts';
import { deviceCalls } from './device.ts';
import { borrowerProfileCalls } from './borrower-profile.ts';
import { employeeRevenueCalls } from './employee-revenue.ts';
import { feeAgreementCalls } from './fee-agreement.ts';
import { invoiceCalls } from './invoice.ts';
import { dispositionCalls } from './disposition.ts';
import { dispositionChangeCalls } from './disposition-change.ts';
import { loanNoteCalls } from './loan-note.ts';
import { attendanceCalls } from './attendance.ts';
import { backupCalls } from './backups.ts';
import { biCalls } from './bi.ts';
import { campaignCalls } from './campaign-calls.ts';
import { predictionCalls } from './prediction.ts';
import { recoveryModelCalls } from './recovery-model.ts';
import { predictiveCallCalls } from './predictive-call.ts';
import { predictiveReportCalls } from './predictive-report.ts';
import { notificationCalls } from './notification.ts';
import { pushCalls } from './push.ts';
import { messageCalls, messageReceiptCalls } from './message.ts';
import { messageRunCalls } from './message-run.ts';
import { messageTemplateCalls } from './message-template.ts';
import { paymentCalls } from './payment.ts';
import { organisationDashboardCalls } from './organisation-dashboard.ts';
import { callSheetCalls } from './call-sheet.ts';
import { callRecordingCalls } from './call-recording.ts';
import { partnerCalls } from './partner.ts';
import { promiseCalls } from './promise.ts';
import { dataInsightCalls } from './data-insight.ts';
import { depositCalls } from './deposit.ts';
import { receiptCalls } from './receipt.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { allocationRuleCalls } from './allocation-rule-calls.ts';
import { listExportCalls } from './list-export.ts';
import { loanCalls } from './loan-calls.ts';
import { loanClosureCalls } from './loan-closure.ts';
import { loanEntryCalls } from './loan-entry.ts';
import { loanConflictCalls } from './loan-conflict.ts';
import { workReviewCalls } from './work-review.ts';
import { loanEditCalls } from './loan-edit.ts';
import { loanImportCalls } from './loan-import.ts';
import { columnMappingCalls } from './column-mapping.ts';
import { loanMappingCalls } from './loan-mapping.ts';
import { peopleCalls } from './people.ts';
import { portfolioCalls } from './portfolio.ts';
import { reportEngineCalls } from './report-engine.ts';
import { reportScheduleCalls } from './report-schedule.ts';
import { reportViewCalls } from './report-view.ts';
import { reportCalls } from './report.ts';
import { sampleFileCalls } from './sample-file.ts';
import { settlementCalls } from './settlement-calls.ts';
import { settlementRuleCalls } from './settlement-rule.ts';
import { sheetCalls } from './sheet.ts';
import { targetCalls } from './target.ts';
import { userDataCalls } from './user-data.ts';
import { staffDashboardCalls } from './staff-dashboard.ts';
import { visualizationCalls } from './visualization-calls.ts';

/** Every call there is, by name. Server, client and OpenAPI document all come from this list. */
export const calls: readonly Call[] = [
  authCalls,
  loanCalls,
  loanEditCalls,
  loanClosureCalls,
  loanEntryCalls,
  loanImportCalls,
  activitySheetCalls,
  columnMappingCalls,
  paymentCalls,
  attributionCalls,
  incentiveCalls,
  feeAgreementCalls,
  invoiceCalls,
  employeeRevenueCalls,
  promiseCalls,
  callRecordingCalls,
  callSheetCalls,
  loanMappingCalls,
  sheetCalls,
  sampleFileCalls,
  allocationCalls,
  allocationRuleCalls,
  allocationRunCalls,
  dispositionCalls,
  attachedFileCalls,
  dispositionChangeCalls,
  borrowerProfileCalls,
  loanNoteCalls,
  alertCalls,
  notificationCalls,
  pushCalls,
  messageCalls,
  messageReceiptCalls,
  messageRunCalls,
  messageTemplateCalls,
  dialerAgentCalls,
  agentSeatCalls,
  dialerReportCalls,
  campaignCalls,
  predictionCalls,
  recoveryModelCalls,
  predictiveCallCalls,
  predictiveReportCalls,
  reportCalls,
  reportEngineCalls,
  listExportCalls,
  reportScheduleCalls,
  reportViewCalls,
  clientExportCalls,
  peopleCalls,
  userDataCalls,
  attendanceCalls,
  backupCalls,
  biCalls,
  staffDashboardCalls,
  targetCalls,
  agentBoardCalls,
  agentComplaintCalls,
  deviceCalls,
  deviceWatchCalls,
  loanConflictCalls,
  workReviewCalls,
  organisationDashboardCalls,
  partnerCalls,
  receiptCalls,
  depositCalls,
  settlementCalls,
  settlementRuleCalls,
  reconciliationCalls,
  clientCalls,
  contactPersonCalls,
  contactGateCalls,
  contactPolicyCalls,
  portfolioCalls,
  visualizationCalls,
  dataInsightCalls,
].flatMap((group) => Object.values(group));
