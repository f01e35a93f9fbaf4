import type { InvoiceLineKind } from '../../contract/invoice.ts';
import { countText } from '../../contract/rupees.ts';
import type { LetterLanguage } from '../../contract/settlement.ts';

/** The words of an invoice's file in one language. */
export interface InvoiceWords {
  readonly language: LetterLanguage;
  readonly title: string;
  /** The title of one that comes to less than nothing. */
  readonly creditNote: string;
  readonly corrects: string;
  readonly draft: string;
  readonly number: string;
  readonly date: string;
  readonly month: string;
  readonly billedTo: string;
  readonly services: string;
  readonly sac: string;
  readonly kinds: Readonly<Record<InvoiceLineKind, string>>;
  readonly loan: string;
  readonly day: string;
  readonly what: string;
  readonly verified: string;
  readonly percent: string;
  readonly lines: string;
  readonly fee: string;
  readonly total: string;
  readonly inWords: string;
  readonly tds: string;
  readonly payable: string;
  readonly bank: string;
  readonly more: (count: number) => string;
  readonly rounding: string;
  readonly signatory: (name: string) => string;
  readonly footer: string;
  readonly pageOf: (page: number, pages: number) => string;
}

const en: InvoiceWords = {
  language: 'en',
  title: 'Tax invoice',
  creditNote: 'Credit note',
  corrects: 'Credits are for',
  draft: 'DRAFT',
  number: 'Invoice',
  date: 'Date',
  month: 'For',
  billedTo: 'Billed to',
  services: 'Loan recovery services',
  sac: 'SAC 998592, collection agency services',
  kinds: {
    PAYMENT: 'Fee on collections',
    VISIT: 'Visit',
    SETTLEMENT: 'Settlement',
    MINIMUM: 'To the least fee',
    CREDIT: 'Credit',
  },
  loan: 'Loan account',
  day: 'Date',
  what: 'For',
  verified: 'Verified',
  percent: 'Rate',
  lines: 'Lines',
  fee: 'Fee',
  total: 'Total',
  inWords: 'Total in words',
  tds: 'Less TDS',
  payable: 'Payable',
  bank: 'Pay to',
  more: (count) => `${countText(count)} more lines are in the sheet of this invoice.`,
  rounding: 'Fees and taxes are rounded half up to the paisa, line by line; sums add up the lines.',
  signatory: (name) => `For ${name}`,
  footer: 'Made with Recoup',
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
};

const hi: InvoiceWords = {
  language: 'hi',
  title: 'टैक्स इनवॉइस',
  creditNote: 'क्रेडिट नोट',
  corrects: 'क्रेडिट इनके लिए',
  draft: 'ड्राफ़्ट',
  number: 'इनवॉइस',
  date: 'तारीख',
  month: 'महीना',
  billedTo: 'किसके नाम',
  services: 'ऋण वसूली सेवाएँ',
  sac: 'SAC 998592, वसूली एजेंसी सेवाएँ',
  kinds: {
    PAYMENT: 'वसूली पर फ़ीस',
    VISIT: 'विज़िट',
    SETTLEMENT: 'समझौता',
    MINIMUM: 'न्यूनतम फ़ीस तक',
    CREDIT: 'क्रेडिट',
  },
  loan: 'ऋण खाता',
  day: 'तारीख',
  what: 'किस लिए',
  verified: 'सत्यापित',
  percent: 'दर',
  lines: 'पंक्तियाँ',
  fee: 'फ़ीस',
  total: 'कुल',
  inWords: 'कुल शब्दों में',
  tds: 'घटाएँ TDS',
  payable: 'देय',
  bank: 'भुगतान यहाँ करें',
  more: (count) => `बाकी ${countText(count)} पंक्तियाँ इस इनवॉइस की शीट में हैं।`,
  rounding: 'फ़ीस और टैक्स हर पंक्ति पर पैसे तक पूरे किए जाते हैं; जोड़ पंक्तियों का जोड़ है।',
  signatory: (name) => `${name} की ओर से`,
  footer: 'Recoup से बनाया गया',
  pageOf: (page, pages) => `पृष्ठ ${page} / ${pages}`,
};

/** The words of invoices by language. */
export const INVOICE_WORDS = { en, hi } as const;
