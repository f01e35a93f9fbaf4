import { organisation } from './en/organisation.ts';
import { installation } from './en/installation.ts';
import { push } from './en/push.ts';
import { partners } from './en/partners.ts';
import { messages } from './en/messages.ts';
import { reports } from './en/reports.ts';
import { reportFiles } from './en/report-files.ts';
import { lenderFormats } from './en/lender-formats.ts';
import { reportViews } from './en/report-views.ts';
import { reportWords } from './en/report-words.ts';
import { callSheets } from './en/call-sheets.ts';
import { calls } from './en/calls.ts';
import { attribution } from './en/attribution.ts';
import { agentBoard } from './en/agent-board.ts';
import { incentives } from './en/incentives.ts';
import { targets } from './en/targets.ts';
import { revenue } from './en/revenue.ts';
import { reconciliation } from './en/reconciliation.ts';
import { loanMappings } from './en/loan-mappings.ts';
import { sampleFile } from './en/sample-file.ts';
import { backups } from './en/backups.ts';
import { sheetWork } from './en/sheet-work.ts';
import { sheets } from './en/sheets.ts';
import { staffBoards } from './en/staff-boards.ts';
import { pacing } from './en/pacing.ts';
import { fileWords } from './en/file-words.ts';
import { jobWords } from './en/job-words.ts';
import { refusals } from './en/refusals.ts';
import { people } from './en/people.ts';
import { profiles } from './en/profiles.ts';
import { attendance } from './en/attendance.ts';
import { loans } from './en/loans.ts';
import { activitySheets } from './en/activity-sheets.ts';
import { loanImport } from './en/loan-import.ts';
import { loanConflicts } from './en/loan-conflicts.ts';
import { workReviews } from './en/work-reviews.ts';
import { allocationRules } from './en/allocation-rules.ts';
import { contactRules } from './en/contact-gate.ts';
import { autoAllocation } from './en/auto-allocation.ts';
import { agentMonitor } from './en/agent-monitor.ts';
import { dialerReports } from './en/dialer-reports.ts';
import { callDesk } from './en/call-desk.ts';
import { campaigns } from './en/campaigns.ts';
import { predictive } from './en/predictive.ts';
import { predictiveReport } from './en/predictive-report.ts';
import { devices } from './en/devices.ts';
import { clients } from './en/clients.ts';
import { predictions } from './en/predictions.ts';
import { dataInsights } from './en/data-insights.ts';
import { recoveryModel } from './en/recovery-model.ts';
import { visualizations } from './en/visualizations.ts';

/** Every other text. A feature adds its file here, in both languages. */
export const rest = {
  fileWords,
  jobWords,
  refusals,
  push,
  agentMonitor,
  dialerReports,
  callDesk,
  campaigns,
  predictive,
  predictiveReport,
  contactRules,
  clients,
  devices,
  loanConflicts,
  workReviews,
  allocationRules,
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
  reconciliation,
  staffBoards,
  predictions,
  dataInsights,
  recoveryModel,
  visualizations,
};
