import { organisation } from './hi/organisation.ts';
import { installation } from './hi/installation.ts';
import { notifications } from './hi/notifications.ts';
import { push } from './hi/push.ts';
import { partners } from './hi/partners.ts';
import { messages } from './hi/messages.ts';
import { reports } from './hi/reports.ts';
import { reportFiles } from './hi/report-files.ts';
import { lenderFormats } from './hi/lender-formats.ts';
import { reportViews } from './hi/report-views.ts';
import { reportWords } from './hi/report-words.ts';
import { callSheets } from './hi/call-sheets.ts';
import { calls } from './hi/calls.ts';
import { attribution } from './hi/attribution.ts';
import { agentBoard } from './hi/agent-board.ts';
import { incentives } from './hi/incentives.ts';
import { targets } from './hi/targets.ts';
import { promises } from './hi/promises.ts';
import { revenue } from './hi/revenue.ts';
import { settlements } from './hi/settlements.ts';
import { receipts } from './hi/receipts.ts';
import { money } from './hi/money.ts';
import { reconciliation } from './hi/reconciliation.ts';
import { loanMappings } from './hi/loan-mappings.ts';
import { sampleFile } from './hi/sample-file.ts';
import { backups } from './hi/backups.ts';
import { sheetWork } from './hi/sheet-work.ts';
import { sheets } from './hi/sheets.ts';
import { staffBoards } from './hi/staff-boards.ts';
import { pacing } from './hi/pacing.ts';
import { fileWords } from './hi/file-words.ts';
import { refusalWords, refusals } from './hi/refusals.ts';
import { problems } from './hi/problems.ts';
import { fieldNames } from './hi/field-names.ts';
import { people } from './hi/people.ts';
import { unlock } from './hi/unlock.ts';
import { profiles } from './hi/profiles.ts';
import { attendance } from './hi/attendance.ts';
import { loans } from './hi/loans.ts';
import { activitySheets } from './hi/activity-sheets.ts';
import { loanImport } from './hi/loan-import.ts';
import { loanConflicts } from './hi/loan-conflicts.ts';
import { workReviews } from './hi/work-reviews.ts';
import { allocationRules } from './hi/allocation-rules.ts';
import { loanFields } from './hi/loan-fields.ts';
import { loanLife } from './hi/loan-life.ts';
import { contacts } from './hi/contacts.ts';
import { contactRules, gate } from './hi/contact-gate.ts';
import { alerts } from './hi/alerts.ts';
import { autoAllocation } from './hi/auto-allocation.ts';
import { dialer } from './hi/dialer.ts';
import { agentMonitor } from './hi/agent-monitor.ts';
import { dialerReports } from './hi/dialer-reports.ts';
import { borrower } from './hi/borrower.ts';
import { callDesk } from './hi/call-desk.ts';
import { campaigns } from './hi/campaigns.ts';
import { predictive } from './hi/predictive.ts';
import { predictiveReport } from './hi/predictive-report.ts';
import { devices } from './hi/devices.ts';
import { fieldDay } from './hi/field-day.ts';
import { fieldLoan } from './hi/field-loan.ts';
import { outbox } from './hi/outbox.ts';
import { clients } from './hi/clients.ts';
import { menu } from './hi/menu.ts';
import { offline } from './hi/offline.ts';
import { palette } from './hi/palette.ts';
import { table } from './hi/table.ts';
import { time } from './hi/time.ts';
import { toasts } from './hi/toasts.ts';
import { predictions } from './hi/predictions.ts';
import { dataInsights } from './hi/data-insights.ts';
import { recoveryModel } from './hi/recovery-model.ts';
import { visualizations } from './hi/visualizations.ts';
import { widgets } from './hi/widgets.ts';

/** Every text but the first screen's. A feature adds its file here, in both languages. */
export const rest = {
  fileWords,
  refusals,
  refusalWords,
  problems,
  fieldNames,
  menu,
  settlements,
  offline,
  palette,
  table,
  time,
  toasts,
  widgets,
  notifications,
  push,
  fieldDay,
  fieldLoan,
  outbox,
  alerts,
  dialer,
  agentMonitor,
  dialerReports,
  borrower,
  callDesk,
  campaigns,
  predictive,
  predictiveReport,
  contacts,
  contactRules,
  gate,
  clients,
  devices,
  loanConflicts,
  workReviews,
  loanFields,
  allocationRules,
  loanLife,
  loanImport,
  activitySheets,
  loans,
  loanMappings,
  sheetWork,
  sheets,
  sampleFile,
  backups,
  attendance,
  autoAllocation,
  pacing,
  people,
  profiles,
  unlock,
  organisation,
  installation,
  partners,
  messages,
  reports,
  reportFiles,
  lenderFormats,
  reportViews,
  reportWords,
  calls,
  callSheets,
  attribution,
  revenue,
  agentBoard,
  incentives,
  targets,
  promises,
  receipts,
  money,
  reconciliation,
  staffBoards,
  predictions,
  dataInsights,
  recoveryModel,
  visualizations,
};
