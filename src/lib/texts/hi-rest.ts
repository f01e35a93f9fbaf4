import { organisation } from './hi/organisation.ts';
import { installation } from './hi/installation.ts';
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
import { revenue } from './hi/revenue.ts';
import { reconciliation } from './hi/reconciliation.ts';
import { loanMappings } from './hi/loan-mappings.ts';
import { sampleFile } from './hi/sample-file.ts';
import { backups } from './hi/backups.ts';
import { sheetWork } from './hi/sheet-work.ts';
import { sheets } from './hi/sheets.ts';
import { staffBoards } from './hi/staff-boards.ts';
import { pacing } from './hi/pacing.ts';
import { fileWords } from './hi/file-words.ts';
import { jobWords } from './hi/job-words.ts';
import { refusalWords, refusals } from './hi/refusals.ts';
import { people } from './hi/people.ts';
import { profiles } from './hi/profiles.ts';
import { attendance } from './hi/attendance.ts';
import { loans } from './hi/loans.ts';
import { activitySheets } from './hi/activity-sheets.ts';
import { loanImport } from './hi/loan-import.ts';
import { loanConflicts } from './hi/loan-conflicts.ts';
import { workReviews } from './hi/work-reviews.ts';
import { allocationRules } from './hi/allocation-rules.ts';
import { contactRules } from './hi/contact-gate.ts';
import { autoAllocation } from './hi/auto-allocation.ts';
import { agentMonitor } from './hi/agent-monitor.ts';
import { dialerReports } from './hi/dialer-reports.ts';
import { callDesk } from './hi/call-desk.ts';
import { campaigns } from './hi/campaigns.ts';
import { predictive } from './hi/predictive.ts';
import { predictiveReport } from './hi/predictive-report.ts';
import { devices } from './hi/devices.ts';
import { clients } from './hi/clients.ts';
import { predictions } from './hi/predictions.ts';
import { dataInsights } from './hi/data-insights.ts';
import { recoveryModel } from './hi/recovery-model.ts';
import { visualizations } from './hi/visualizations.ts';

/** Every other text. A feature adds its file here, in both languages. */
export const rest = {
  fileWords,
  jobWords,
  refusals,
  refusalWords,
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
