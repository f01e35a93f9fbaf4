import type { FastifyInstance } from 'fastify';
import { registerActivitySheetRoutes } from '../activity-sheets/activity-sheet-routes.ts';
import { registerAgentBoardRoutes } from '../agent-board/agent-board-routes.ts';
import { registerAgentStateRoutes } from '../agent-states/agent-state-routes.ts';
import { registerAlertRoutes } from '../alerts/alert-routes.ts';
import { registerAllocationRuleRoutes } from '../allocation-rules/allocation-rule-routes.ts';
import { registerAllocationRoutes } from '../allocations/allocation-routes.ts';
import { registerAllocationRunRoutes } from '../allocation-runs/allocation-run-routes.ts';
import { registerAttendanceRoutes } from '../attendance/attendance-routes.ts';
import { registerAttachedFileRoutes } from '../attached-files/attached-file-routes.ts';
import { registerBackupRoutes } from '../backups/backup-routes.ts';
import { registerPredictionRoutes } from '../predictions/prediction-routes.ts';
import { registerBiRoutes } from '../bi/bi-routes.ts';
import { registerCampaignRoutes } from '../campaigns/campaign-routes.ts';
import { registerClientRoutes } from '../clients/client-routes.ts';
import type { Context } from '../context.ts';
import { registerVisualizationRoutes } from '../visualizations/visualization-routes.ts';
import { registerContactPersonRoutes } from '../contact-persons/contact-person-routes.ts';
import { registerContactGateRoutes } from '../contact-gate/contact-gate-routes.ts';
import { registerDeviceRoutes } from '../devices/device-routes.ts';
import { registerDeviceWatchRoutes } from '../devices/device-watch-routes.ts';
import { registerDialerAgentRoutes } from '../dialer-agents/dialer-agent-routes.ts';
import { registerBorrowerProfileRoutes } from '../borrower-profiles/borrower-profile-routes.ts';
import { registerDispositionChangeRoutes } from '../dispositions/disposition-change-routes.ts';
import { registerLoanNoteRoutes } from '../loan-notes/loan-note-routes.ts';
import { registerDialerReportRoutes } from '../dialer-reports/dialer-report-routes.ts';
import { registerDispositionRoutes } from '../dispositions/disposition-routes.ts';
import { registerIdentityRoutes } from '../identity/identity-routes.ts';
import { registerColumnMappingRoutes } from '../column-mappings/column-mapping-routes.ts';
import { registerLoanImportRoutes } from '../loan-imports/loan-import-routes.ts';
import { registerWorkReviewRoutes } from '../devices/work-review-routes.ts';
import { registerLoanConflictRoutes } from '../loan-conflicts/loan-conflict-routes.ts';
import { registerLoanEditRoutes } from '../loan-edits/loan-edit-routes.ts';
import { registerLoanClosureRoutes } from '../loan-closures/loan-closure-routes.ts';
import { registerLoanEntryRoutes } from '../loan-entry/loan-entry-routes.ts';
import { registerLoanRoutes } from '../loans/loan-routes.ts';
import { registerNotificationRoutes } from '../notifications/notification-routes.ts';
import { registerPredictiveCallRoutes } from '../predictive-calls/predictive-call-routes.ts';
import { registerPredictiveReportRoutes } from '../predictive-reports/predictive-report-routes.ts';
import { registerPushRoutes } from '../push/push-routes.ts';
import { registerMessageRoutes } from '../messages/message-routes.ts';
import { registerOrganisationDashboardRoutes } from '../organisation-dashboards/organisation-dashboard-routes.ts';
import { registerPaymentRoutes } from '../payments/payment-routes.ts';
import { registerCallSheetRoutes } from '../call-sheets/call-sheet-routes.ts';
import { registerCallRecordingRoutes } from '../call-recordings/call-recording-routes.ts';
import { registerPromiseRoutes } from '../promises/promise-routes.ts';
import { registerPartnerRoutes } from '../partners/partner-routes.ts';
import { registerDataInsightRoutes } from '../data-insights/data-insight-routes.ts';
import { registerDepositRoutes } from '../deposits/deposit-routes.ts';
import { registerReceiptRoutes } from '../receipts/receipt-routes.ts';
import { registerReconciliationRoutes } from '../reconciliation/reconciliation-routes.ts';
import { registerPortfolioRoutes } from '../portfolios/portfolio-routes.ts';
import { registerPeopleRoutes } from '../people/people-routes.ts';
import { registerIncentiveRoutes } from '../incentives/incentive-routes.ts';
import { registerTargetRoutes } from '../targets/target-routes.ts';
import { registerUserDataRoutes } from '../people/user-data-routes.ts';
import { registerReportRoutes } from '../reports/report-routes.ts';
import { registerReportScheduleRoutes } from '../reports/schedule-routes.ts';
import { registerRevenueRoutes } from '../revenue/revenue-routes.ts';
import { registerSampleRoutes } from '../sample/sample-routes.ts';
import { registerSettlementRoutes } from '../settlements/settlement-routes.ts';
import { registerSheetRoutes } from '../sheets/sheet-routes.ts';
import { registerStaffDashboardRoutes } from '../staff-dashboards/staff-dashboard-routes.ts';

/** What serves the calls of each noun. */
const NOUNS = [
  registerIdentityRoutes,
  registerClientRoutes,
  registerContactPersonRoutes,
  registerContactGateRoutes,
  registerPortfolioRoutes,
  registerLoanRoutes,
  registerLoanClosureRoutes,
  registerLoanEntryRoutes,
  registerAllocationRoutes,
  registerAllocationRuleRoutes,
  registerAllocationRunRoutes,
  registerLoanImportRoutes,
  registerColumnMappingRoutes,
  registerActivitySheetRoutes,
  registerPaymentRoutes,
  registerRevenueRoutes,
  registerPromiseRoutes,
  registerCallRecordingRoutes,
  registerCallSheetRoutes,
  registerDataInsightRoutes,
  registerSheetRoutes,
  registerSampleRoutes,
  registerDispositionRoutes,
  registerDispositionChangeRoutes,
  registerBorrowerProfileRoutes,
  registerLoanNoteRoutes,
  registerAttachedFileRoutes,
  registerAlertRoutes,
  registerNotificationRoutes,
  registerPushRoutes,
  registerMessageRoutes,
  registerDialerAgentRoutes,
  registerAgentStateRoutes,
  registerDialerReportRoutes,
  registerCampaignRoutes,
  registerPredictiveCallRoutes,
  registerPredictiveReportRoutes,
  registerLoanEditRoutes,
  registerLoanConflictRoutes,
  registerWorkReviewRoutes,
  registerDeviceRoutes,
  registerDeviceWatchRoutes,
  registerReportRoutes,
  registerReportScheduleRoutes,
  registerPeopleRoutes,
  registerAttendanceRoutes,
  registerUserDataRoutes,
  registerStaffDashboardRoutes,
  registerAgentBoardRoutes,
  registerTargetRoutes,
  registerIncentiveRoutes,
  registerOrganisationDashboardRoutes,
  registerPartnerRoutes,
  registerReceiptRoutes,
  registerDepositRoutes,
  registerSettlementRoutes,
  registerReconciliationRoutes,
  registerBackupRoutes,
  registerBiRoutes,
  registerPredictionRoutes,
  registerVisualizationRoutes,
];

/** Every noun's calls. A capability adds one line here. */
export function registerRoutes(app: FastifyInstance, context: Context): void {
  for (const register of NOUNS) register(app, context);
}
