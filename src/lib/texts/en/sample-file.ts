/** A made-up lender's file for trying a mapping. */
export const sampleFile = {
  title: 'Sample File',
  subtitle:
    'A made-up client’s file to try a mapping or an import with. No real borrower is in it.',
  shape: 'Column names',
  shapeHelp: 'As a client names them in a saved mapping, or the names that many clients use.',
  ours: 'Names that many clients use (30 columns)',
  ofMapping: '{{name}} · {{client}}',
  rowsHelp: 'From 1 to {{most}}.',
  format: 'Format',
  mistakes: 'Rows with mistakes',
  mistakesHelp:
    'Such as a shortened phone number, text in an amount, a day that does not exist. 0: none.',
  seed: 'Variation',
  seedHelp: 'The same number gives the same loans again; another one gives other people.',
  outOfRange: 'Give a whole number from {{least}} to {{most}}.',
  tooManyMistakes: 'There can’t be more mistakes than loans.',
  make: 'Make and download',
  making: 'Making the file…',
  made: '{{name}} was saved',
  next: 'Try it',
  nextBody: 'Try a saved mapping on it, or import it; nothing is stored before you verify.',
};
