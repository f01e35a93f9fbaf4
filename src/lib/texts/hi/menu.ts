/** Menu entries and groups (spec 2.3). */
export const menu = {
  home: 'होम',
  dashboard: 'डैशबोर्ड',
  importAccounts: 'खाते इम्पोर्ट करें',
  allLoans: 'सभी ऋण',
  importMapping: 'इम्पोर्ट मैपिंग',
  importCsv: 'CSV इम्पोर्ट',
  loans: 'ऋण',
  viewLoan: 'ऋण देखें',
  activeLoans: 'सक्रिय ऋण',
  reports: 'रिपोर्ट',
  dailyCallReports: 'दैनिक कॉल रिपोर्ट',
  dailyFieldReports: 'दैनिक फ़ील्ड एजेंट रिपोर्ट',
  myDay: 'मेरा दिन',
  fieldLoans: 'फ़ील्ड ऋण',
  outbox: 'आउटबॉक्स',
};
