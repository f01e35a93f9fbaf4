/** Whose each payment is. */
export const attribution = {
  title: 'Attribution rules',
  subtitle: 'Whose each verified payment is: for targets, incentives, reports and the board.',
  of: 'Attribution of {{name}}',
  from: 'Valid from',
  fromHelp: 'Payments from this day on. Past months keep the rule they had.',
  before: 'Before that',
  sharesHelp:
    'The shares must come to 100\u00a0%. A share whose rule finds nobody goes to whom the payment is credited to.',
  within: 'Within days',
  basis: {
    CREDITED: 'Credited agent',
    HOLDER: 'Holder',
    LAST_CONTACT: 'Last contact',
    PROMISE: 'Promise',
    SETTLEMENT: 'Settlement',
  },
  help: {
    CREDITED: 'Named in the file, else whose receipt it confirms, else who had the loan.',
    HOLDER: 'Who had the loan on the day of payment.',
    LAST_CONTACT: 'Who recorded the last outcome before the payment.',
    PROMISE: 'Who took the promise that the payment keeps.',
    SETTLEMENT: 'Who proposed the settlement that it pays.',
  },
  reason: {
    FILE: 'named in the file',
    RECEIPT: 'own receipt',
    HOLDER: 'had the loan',
    LAST_CONTACT: 'last contact',
    PROMISE: 'took the promise',
    SETTLEMENT: 'proposed the settlement',
    NOBODY: 'nobody had the loan',
  },
};
