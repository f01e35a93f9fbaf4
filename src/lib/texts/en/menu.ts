/** Menu entries and groups (spec 2.3). */
export const menu = {
  home: 'Home',
  dashboard: 'Dashboard',
  importAccounts: 'Import Accounts',
  allLoans: 'All Loans',
  importMapping: 'Import Mapping',
  importCsv: 'Import CSV',
  loans: 'Loans',
  viewLoan: 'View Loan',
  activeLoans: 'Active Loans',
  reports: 'Reports',
  dailyCallReports: 'Daily Call Reports',
  dailyFieldReports: 'Daily Field Agent Reports',
  myDay: 'My day',
  fieldLoans: 'Field Loans',
  outbox: 'Outbox',
};
