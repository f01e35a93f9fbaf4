import { sheetFields } from '../../contract/sheet-mapping.ts';
import type { SheetField, SheetKind, SheetMapping } from '../../contract/sheet-mapping.ts';
import { HEADER_SYNONYMS } from '../loan-imports/import-tools-service.ts';
import { headerMatcher } from '../spreadsheets/header-words.ts';
import type { ColumnName } from '../spreadsheets/header-words.ts';

/** Names in Hindi and Marathi mean one thing; of the English ones some are a reference here. */
const loanNumbers = HEADER_SYNONYMS.Loan_ID.filter((name) => /^\p{Script=Devanagari}/u.test(name));

/** In a loan file what is to be collected; in a lender's own list beside a column of dues, what was. */
const COLLECTED = new Set(['collection amount', 'recovery amount']);

/** What lenders, banks and agencies call our fields, in plain words; the best first. */
const SYNONYMS: Readonly<Record<SheetField, readonly string[]>> = {
  Loan_ID: [
    'loan account number',
    'loan number',
    'lan',
    'account number',
    'loan account',
    'account id',
    'agreement number',
    'agreement id',
    'contract number',
    'card number',
    'loan code',
    ...loanNumbers,
  ],
  Amount: [
    'paid amount',
    'payment amount',
    'amount paid',
    'amount received',
    'received amount',
    'paid',
    'received',
    'collected amount',
    'collection amount',
    'amount collected',
    'receipt amount',
    'transaction amount',
    'txn amount',
    'tran amount',
    'deposit amount',
    'credit amount',
    'credit',
    'deposit',
    'amount',
    'भुगतान राशि',
    'जमा राशि',
    'प्राप्त राशि',
    'वसूली राशि',
    'वसूल राशि',
    'राशि',
  ],
  Payment_Date: [
    'date of payment',
    'paid date',
    'paid on',
    'pay date',
    'received date',
    'received on',
    'payment received date',
    'transaction date',
    'txn date',
    'tran date',
    'value date',
    'receipt date',
    'collection date',
    'deposit date',
    'posting date',
    'date',
    'भुगतान तिथि',
    'जमा तिथि',
    'प्राप्ति तिथि',
    'वसूली तिथि',
    'तिथि',
    'दिनांक',
  ],
  Payment_Mode: [
    'mode of payment',
    'payment mode',
    'pay mode',
    'mode',
    'channel',
    'payment type',
    'payment channel',
    'instrument',
    'instrument type',
    'भुगतान माध्यम',
    'भुगतान प्रकार',
    'माध्यम',
  ],
  Reference: [
    'reference number',
    'payment reference',
    'payment reference number',
    'transaction reference',
    'transaction reference number',
    'transaction id',
    'txn id',
    'txn reference',
    'tran id',
    'transaction number',
    'utr',
    'utr number',
    'receipt number',
    'cheque number',
    'rrn',
    'संदर्भ संख्या',
    'संदर्भ',
    'रसीद संख्या',
    'लेनदेन संख्या',
    'चेक संख्या',
  ],
  Collector: [
    'collector name',
    'collector username',
    'collector user name',
    'collector email',
    'telecaller',
    'caller',
    'agent',
    'agent name',
    'collected by',
    'credited to',
    'executive',
    'कलेक्टर',
    'एजेंट',
    'एजेंट नाम',
  ],
  Field_Agent: [
    'field agent name',
    'field agent username',
    'field agent email',
    'field executive',
    'fos',
    'fos name',
    'visiting agent',
    'fe',
    'फ़ील्ड एजेंट',
    'फील्ड एजेंट',
  ],
  Manager: [
    'manager name',
    'manager username',
    'manager email',
    'team leader',
    'team lead',
    'supervisor',
    'tl',
    'मैनेजर',
    'प्रबंधक',
  ],
  Visit_Date: [
    'date of visit',
    'visit on',
    'visit day',
    'planned visit',
    'visit planned on',
    'विज़िट तिथि',
  ],
  Total_Due_Amount: [
    ...HEADER_SYNONYMS.Total_Due_Amount.filter((name) => !COLLECTED.has(name)),
    'pos',
    ...COLLECTED,
  ],
  Bucket: HEADER_SYNONYMS.Bucket,
  Status: ['loan status', 'account status', 'case status', 'state of loan'],
};

const matchers = new Map<
  SheetKind,
  (columns: readonly ColumnName[]) => Partial<Record<SheetField, string>>
>();

/** Matches headers to the fields of a kind of sheet by themselves. Each column and field once. */
export function suggestSheetMapping(kind: SheetKind, columns: readonly ColumnName[]): SheetMapping {
  let match = matchers.get(kind);
  if (!match) {
    match = headerMatcher(
      sheetFields(kind).map(([field]) => field),
      SYNONYMS,
    );
    matchers.set(kind, match);
  }
  return match(columns);
}
