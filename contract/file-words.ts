import { ROW_WORDS } from './row-words.ts';
import { sentencesOf } from './sentences.ts';
import type { FoundSentence, SentenceValues } from './sentences.ts';

/*
 * What people are told of how a file was read and of its rows, one sentence each. Files are read without knowing who will
 * look, so the sentence is stored in English; a screen finds it here again and says it in its reader's language.
 */

/** The sentences; `{{}}` is filled. */
export const FILE_WORDS = {
  ...ROW_WORDS,
  'month-first':
    'The dates of "{{column}}" start with the month ({{count}} of them can be read in no other way): the whole column was read so.',
  'either-order':
    'No date of "{{column}}" tells whether the day or the month stands first: they were read with the day first. Check a few of them.',
  'more-sheets':
    'The workbook has other sheets that were not read: {{names}} and {{more}} more. Upload the file again and choose one of them if it holds rows too.',
  'other-sheets':
    'The workbook has other sheets that were not read: {{names}}. Upload the file again and choose one of them if it holds rows too.',
  'hidden-row':
    'Row {{row}} is hidden in the sheet and was read all the same. If it is left out on purpose, delete it and upload the file again.',
  'hidden-rows':
    '{{count}} rows are hidden in the sheet, from row {{row}} on, and were read all the same. If they are left out on purpose, delete them and upload the file again.',
  'same-heading':
    'Another column has the same heading: "{{column}}" was read, "{{other}}" was not. Check that it is the right one of the two.',
  'amounts-like-phones':
    'Most amounts of "{{column}}" look like mobile numbers. Check that the columns of the file have not changed places.',
  'amount-unit': 'Amounts of "{{column}}" are read as told there: 1 is {{unit}}.',
  'cell-left-out':
    '1 cell of "{{column}}" could not be taken: the loans are stored without, and keep what stood there among their other columns.',
  'cells-left-out':
    '{{count}} cells of "{{column}}" could not be taken: the loans are stored without, and keep what stood there among their other columns.',
  'older-loan':
    '1 loan has details of a later day (up to {{day}}): those stay, and of this file only what was empty is taken.',
  'older-loans':
    '{{count}} loans have details of a later day (up to {{day}}): those stay, and of this file only what was empty is taken.',
  'loan-of-other-client':
    '1 new loan, {{number}}, is another client’s already, with the same borrower. If the file is of that client, cancel this upload and upload the file again with the right client.',
  'loans-of-other-client':
    '{{count}} new loans, such as {{number}}, are another client’s already, with the same borrowers. If the file is of that client, cancel this upload and upload the file again with the right client.',
  'alike-number':
    '1 loan would be stored as a new one though its number is nearly that of a stored loan: {{number}}, stored {{stored}}. If it is the same loan, correct its number in the file and upload the file again.',
  'alike-numbers':
    '{{count}} loans would be stored as new ones though their numbers are nearly those of stored loans, such as {{number}}, stored {{stored}}. If they are the same loans, correct their numbers in the file and upload the file again.',
  'amount-sign-behind':
    'A minus behind an amount may be a credit or mean "only". Write 1200, or -1200 for a credit.',
  'not-an-amount': 'Write the amount as a number, such as 12500 or 12,500.00.',
  'amount-too-large': 'The amount is too large. Check for digits too many.',
  'amount-two-signs':
    'The amount has a sign and Dr or Cr as well, which may mean either. Write it as a number, such as -500.',
  'not-a-phone': 'Write one phone number of ten digits, such as 9812345678.',
  'phone-start':
    'A phone number of ten digits does not start with 0 or 1. Correct it or leave the cell empty.',
  'several-phones':
    'There are several phone numbers in the cell. Keep one here and put the other into its own column.',
  'not-an-email': 'Write one e-mail address, such as name@example.com.',
  'not-a-pincode': 'Write the pincode with its six digits, such as 560001.',
  'not-a-date': 'Write the date as DD-MM-YYYY, such as 05-11-2026.',
  'seems-month-first':
    'There is no such month: the date seems to start with the month, and others of the column start with the day. Write it as DD-MM-YYYY.',
  'seems-day-first':
    'There is no such month: the date seems to start with the day, and others of the column start with the month. Write it as DD-MM-YYYY.',
  'no-such-day': 'There is no such day. Write the date as DD-MM-YYYY.',
  'absurd-year': 'The year is not between 1950 and 2100. Correct the date.',
  'formula-error':
    'The formula in this cell has no valid result. Open the file in a spreadsheet program, correct the formula or put the value in its place, and save it.',
  'shortened-number':
    'The spreadsheet program has shortened this number and its last digits are lost. Format the column as text or number without decimals, fill in the full number and save again.',
  'lost-digits':
    'The spreadsheet program that saved the file has cut the last digits of this number, and they are nowhere in the file. Ask the client for the number.',
  'stored-without': 'The loan is stored without it.',
  'text-too-long': 'Shorten the text: at most {{most}} characters fit.',
  'not-a-count': 'Write a whole number from 0 to {{most}}.',
  'not-degrees': 'Write degrees from -{{least}} to {{most}}, such as 18.5204.',
  'field-missing': 'Fill in the {{field}}: no loan is stored without it.',
  'same-number':
    'The same {{field}} is in row {{row}} already, which is taken. Keep one of the two rows.',
  'cut-off': 'Only the first {{most}} characters of this text are kept with the loan.',
  'no-column':
    'The row has more cells than the header. Put values that hold the delimiter between quotation marks, or name the column.',
  'is-a-total':
    'This row holds the totals of the rows above: it is no loan and was left out. Nothing is to be done.',
  'is-a-remark':
    'This row is a remark, a section or numbers the columns: it is no loan and was left out. Nothing is to be done.',
  'header-again':
    'This row repeats the header: it is no loan and was left out. Nothing is to be done.',
  'other-loans-now':
    'The loans that the file does not name are other ones by now. Nothing is stored yet: look at them again, then verify.',
  'fault-of-import':
    'The file could not be taken because of a fault on our side; nothing was stored. Upload it again, and tell your administrator if it happens again.',
  'fault-of-saving':
    'The loans could not be stored because of a fault on our side; none of them was. Verify again, and tell your administrator if it happens again.',
  'fault-of-sheet':
    'The sheet could not be taken because of a fault on our side; nothing of it was posted. Try again, and tell your administrator if it happens again.',
  'fault-of-list':
    'The list could not be loaded because of a fault on our side. Remove it and upload it again; tell your administrator if it happens again.',
  'fault-of-reading':
    'The file could not be read because of a fault on our side. Try again, and tell your administrator if it happens again.',
  'no-room-on-server':
    'The server has no room left. Nothing was changed. Tell your admin, then try again.',
  'file-gone': 'The uploaded file is no longer there. Upload it again.',
  'wrong-total':
    'This row says that it is a total, but the rows above add up to {{sum}}. Check that no row is missing from the file. The row itself is no loan.',
  'wrong-total-row':
    'Row {{row}} says that it is a total, but "{{column}}" of the rows above adds up to {{sum}}. Check that no row is missing from the file.',
  'loan-paid': 'This loan is paid. Its details are updated; it stays paid and is not worked again.',
  'loan-settled':
    'This loan was settled. Its details are updated; what the file says is due was written off, and it is not worked again.',
  'loan-recalled': 'This loan was recalled. The file brings it back to work.',
  'loan-expired': "This loan's period was over. The file brings it back to work.",
  'due-again': 'This loan was paid. The file says that money is due on it: it is worked again.',
  'only-totals': 'The file has nothing but rows of totals. Choose another file.',
  'not-unpacked':
    'The file is damaged and can not be unpacked. Save it again and upload the new file.',
  'ends-early': 'The file is damaged: it ends too early. Save it again and upload the new file.',
  'no-end': 'The file is damaged: a part of it has no end. Save it again and upload the new file.',
  damaged:
    'The workbook is damaged and can not be read. Open it, save it as .xlsx and upload that file.',
  'has-definitions': 'The file holds definitions that no spreadsheet has. Save it again as .xlsx.',
  'too-many-rows': 'A file may have at most {{most}} rows. Split it into smaller files.',
  'too-many-columns':
    'The file has more than {{most}} columns. Keep the columns you need and upload it again.',
  'row-too-wide':
    'Row {{row}} has more than {{most}} columns. Keep the columns you need and upload the file again.',
  'too-many-texts':
    'The workbook holds far more texts than a list of loans. Split it into smaller files, or save it as CSV.',
  'too-many-cells':
    'The workbook has far more cells than a list of loans. Save the sheet with the loans as .xlsx or .csv and upload that file.',
  'too-many-parts':
    'The file holds {{count}} parts; a spreadsheet has far fewer. Save it again as .xlsx with one sheet.',
  'unpacks-too-large':
    'The file unpacks to far more than it may. Split it into smaller files, or save it as CSV.',
  'too-large': 'The file is too large to be read in one piece. Split it, or save it as CSV.',
  'too-slow':
    'The file takes far too long to be read. Save it as .xlsx with one sheet, or as CSV, and upload that file.',
  'book-too-large':
    'A file of the kind {{kind}} may have at most {{most}} MB. Save it as .xlsx or .csv and upload that file.',
  locked:
    'The file is protected by a password. Open it, take the password away, save it and upload that file.',
  'locked-for-good':
    'This file ({{kind}}) is protected by a password in a way that can not be opened here. Open it, take the password away, save it and upload that file.',
  'locked-oddly':
    'The workbook is locked in a way that can not be opened here. Open it in Excel, take the password away, save it and upload that file.',
  'enter-password': 'The workbook is protected by a password. Enter the password.',
  'wrong-password':
    'This is not the password of the workbook. Check capital letters and spaces, and try again.',
  'zip-no-workbook':
    'This is a zip file, but not a workbook. Save it as .xlsx or .csv and upload that file.',
  'office-no-workbook':
    'This is an Office file, but not a workbook. Save it as .xlsx or .csv and upload that file.',
  'a-document':
    'This is a document, not a spreadsheet. Save it as .xlsx or .csv and upload that file.',
  'a-web-page':
    'This is a web page, not a spreadsheet, whatever its name says. Save it as .xlsx or .csv and upload that file.',
  neither:
    'This is neither an Excel workbook nor a text file. Save it as .xlsx or .csv and upload that file.',
  'empty-file': 'The file is empty. Choose another file.',
  'empty-sheet': 'The sheet is empty. Choose another sheet, or another file.',
  'no-rows': 'The file has a header but no rows below it. Choose another file.',
  'no-sheet': 'The workbook has no sheet that can be read. Save it again as .xlsx.',
  'no-such-sheet': 'The workbook has no sheet named "{{name}}". Choose one of: {{names}}.',
  'row-too-long':
    'Row {{row}} is too long: it has more than {{most}} characters. Shorten its texts and upload the file again.',
  'quotation-too-long':
    'Row {{row}} is too long: a quotation mark (") is opened and not closed within {{most}} characters. Close it or shorten the text, and upload the file again.',
  'open-quotation':
    'From row {{row}} on a quotation mark (") is opened and not closed. Correct that row and upload the file again.',
} as const;

/** Names one of the sentences. */
export type FileWord = keyof typeof FILE_WORDS;

/** What a sentence is filled with. */
export type FileWordValues = SentenceValues;

const sentences = sentencesOf(FILE_WORDS);

/** A sentence filled in, in English. */
export const fileSentence: (word: FileWord, values: FileWordValues) => string = sentences.fill;

/** Which sentences a text is made of; null for one that nobody here made. */
export function findFileWords(text: string): FoundSentence<FileWord>[] | null {
  const found = sentences.find(text);
  if (found !== null) return [found];
  const without = ` ${FILE_WORDS['stored-without']}`;
  const first = text.endsWith(without) ? findFileWords(text.slice(0, -without.length)) : null;
  return first && [...first, { word: 'stored-without', values: {} }];
}
