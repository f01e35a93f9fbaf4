import { REPORT_MEASURES, REPORT_RATIOS } from '../../../../contract/report-columns.ts';
import { REPORT_DETAILS } from '../../../../contract/report-details.ts';
import {
  NEXT_STEPS,
  REPORT_ENTRIES,
  GROUP_TITLES,
  REPORT_TITLES,
} from '../../../../contract/report-names.ts';

type Words<Record_> = { readonly [Key in keyof Record_]: string };

const picked = <Part extends 'title' | 'says', Given extends Record<string, Record<Part, string>>>(
  record: Given,
  part: Part,
) =>
  Object.fromEntries(
    Object.entries(record).map(([key, words]) => [key, words[part]]),
  ) as unknown as Words<Given>;

/** The reports of the engine. What their figures mean is said once, in the contract: files have the same words. */
export const reportWords = {
  title: picked(REPORT_TITLES, 'title'),
  about: picked(REPORT_TITLES, 'says'),
  measure: picked(REPORT_MEASURES, 'title'),
  says: picked(REPORT_MEASURES, 'says'),
  ratio: picked(REPORT_RATIOS, 'title'),
  ratioSays: picked(REPORT_RATIOS, 'says'),
  detail: picked(REPORT_DETAILS, 'title'),
  group: { ...GROUP_TITLES },
  step: { ...NEXT_STEPS },
  entry: { ...REPORT_ENTRIES },
  grouped: { hourly: 'Hourly Productivity', vintage: 'Resolution by Month of Allocation' },
  groupedAbout: {
    hourly: 'At which hours calls reach borrowers, and what they bring.',
    vintage: 'What was collected of the loans that came in each month.',
  },
  nobody: 'Nobody',
  by: 'Group by',
  presets: 'Range',
  preset: {
    todayTomorrow: 'Today and tomorrow',
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'This week',
    month: 'This month',
    lastMonth: 'Last month',
    quarter: 'This quarter',
    custom: 'Other days',
  },
  before: '{{value}} from {{from}} to {{to}}',
  openRows: '{{figure}}, {{group}}: show the rows',
  rowsOf: '{{figure}} · {{group}}',
  rowsTotal_one: '{{count}} row, in all {{total}}',
  rowsTotal_other: '{{count}} rows, in all {{total}}',
  meaning: 'What the figures mean',
  exportXlsx: 'Excel (XLSX)',
  exportCsv: 'CSV',
  print: 'Print',
  empty: 'Nothing falls into these days and filters.',
  hubTitle: 'Reports',
  hubAbout: 'Every report you may read, and today’s calls and visits.',
  callsToday: 'Calls today',
  visitsToday: 'Visits today',
  model: 'Model',
  models: {
    Loan: 'Loan Model',
    CallDisposition: 'Call Disposition Model',
    DataInsight: 'Data Insight Model',
    Target: 'Target Model',
  },
  fromDate: 'From Date',
  endDate: 'End Date',
  exportCsvButton: 'Export CSV',
  needModel: 'Choose a model.',
  needFrom: 'Enter the From Date.',
  needEnd: 'Enter the End Date.',
  endBeforeFrom: 'The End Date lies before the From Date.',
  exported: '{{name}} was saved.',
};
