/** The command palette (Ctrl-K): screens and loans found by a few letters; and the list of keys ("?"). */
export const palette = {
  title: 'Find a screen or a loan',
  hint: 'A screen, a borrower, a loan number, a phone…',
  hintScreens: 'A screen…',
  found: 'Found',
  nothing: 'Nothing fits. Try fewer letters.',
  loansFailed: 'Loans could not be searched just now. Screens still open.',
  count_one: '{{count}} found.',
  count_other: '{{count}} found.',
  keys: 'Choose with the arrows, open with Enter.',
  keysTitle: 'Keys',
  keysEverywhere: 'On every screen',
  keyToast: 'Go to the message or undo just shown',
  keyHelp: 'Show these keys',
  keysInert: 'Single letters and numbers do nothing while you type in a field.',
};
