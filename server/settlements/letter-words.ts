import type { LetterKind, LetterLanguage } from '../../contract/settlement.ts';

/** What a draft tells of a settlement, as it reads: amounts ₹1,23,456, those to be paid in words too, days DD-MM-YYYY. */
export interface LetterFacts {
  readonly client: string;
  readonly borrower: string;
  readonly loanNumber: string;
  readonly due: string;
  readonly offeredOn: string;
  readonly amount: string;
  readonly waiver: string;
  /** False of a settlement that was paid with all that was due: nothing was written off. */
  readonly isWaived: boolean;
  readonly validUntil: string;
  readonly graceDays: number;
  readonly hasInstalments: boolean;
  /** What came since the offer; null: nothing. */
  readonly paid: string | null;
  /** All that was agreed on is there. */
  readonly isWhole: boolean;
  readonly paidOn: string;
}

/** The words of drafts in one language. */
export interface LetterWords {
  readonly title: Readonly<Record<LetterKind, string>>;
  readonly date: string;
  readonly reference: string;
  readonly greeting: (facts: LetterFacts) => string;
  readonly opening: Readonly<Record<LetterKind, (facts: LetterFacts) => string>>;
  readonly facts: Readonly<Record<LetterKind, (facts: LetterFacts) => readonly [string, string][]>>;
  readonly instalments: string;
  readonly columns: readonly [string, string, string];
  readonly total: string;
  readonly closing: Readonly<Record<LetterKind, (facts: LetterFacts) => readonly string[]>>;
  readonly forClient: (client: string) => string;
  readonly signatory: string;
  readonly footer: string;
  readonly pageOf: (page: number, pages: number) => string;
}

const inTime = (days: number, whose: 'its' | 'that'): string =>
  days === 0
    ? `by ${whose} date`
    : `within ${days} ${days === 1 ? 'day' : 'days'} of ${whose} date`;

const inTimeHi = (days: number): string =>
  days === 0 ? 'तक' : `के ${days} ${days === 1 ? 'दिन' : 'दिनों'} के भीतर`;

/** What was paid while the letter is still to be signed or the rest to be paid: nobody pays it twice. */
const sinceOffer = ({ paid, isWhole }: LetterFacts, title: string): [string, string][] =>
  paid === null || isWhole ? [] : [[title, paid]];

const en: LetterWords = {
  title: { SETTLEMENT: 'Settlement of your loan', NO_DUES: 'No dues certificate' },
  date: 'Date',
  reference: 'Loan account',
  greeting: ({ borrower }) => `Dear ${borrower},`,
  opening: {
    SETTLEMENT: () =>
      'You asked us to settle the loan account below for less than is due. We agree, on these terms:',
    NO_DUES: ({ client }) =>
      `${client} confirms that the settlement of the loan account below has been paid in full. Nothing more is due on it.`,
  },
  facts: {
    SETTLEMENT: (facts) => [
      ['Borrower', facts.borrower],
      ['Loan account', facts.loanNumber],
      [`Due on ${facts.offeredOn}`, facts.due],
      ['Settlement amount', facts.amount],
      ['Waived once it is paid', facts.waiver],
      [facts.hasInstalments ? 'First instalment by' : 'To be paid by', facts.validUntil],
      ...sinceOffer(facts, `Received of it since ${facts.offeredOn}`),
    ],
    NO_DUES: (facts) => [
      ['Borrower', facts.borrower],
      ['Loan account', facts.loanNumber],
      ['Settlement amount', facts.amount],
      ['Received', facts.paid ?? ''],
      ['Paid in full on', facts.paidOn],
      ...(facts.isWaived ? [['Waived', facts.waiver] satisfies [string, string]] : []),
    ],
  },
  instalments: 'Instalments',
  columns: ['No.', 'Due on', 'Amount'],
  total: 'Total',
  closing: {
    SETTLEMENT: ({ hasInstalments, graceDays }) => [
      'Once the whole settlement amount has reached us in time, the account is closed as settled, the rest is waived, and you receive a no dues certificate.',
      `If ${hasInstalments ? 'an instalment' : 'the amount'} is not paid ${inTime(graceDays, hasInstalments ? 'its' : 'that')}, this settlement ends. The full due then stands again, less what was paid.`,
      'The account is reported to credit information companies as settled. Pay only against a receipt.',
    ],
    NO_DUES: ({ isWaived }) => [
      `The account is closed as ${isWaived ? 'settled' : 'paid in full'} and is reported so to credit information companies. We have no further claim on it.`,
    ],
  },
  forClient: (client) => `For ${client}`,
  signatory: 'Authorised signatory',
  footer: 'Valid with signature and seal only',
  pageOf: (page, pages) => `Page ${page} of ${pages}`,
};

const hi: LetterWords = {
  title: { SETTLEMENT: 'आपके ऋण का निपटान', NO_DUES: 'कोई बकाया नहीं प्रमाण-पत्र' },
  date: 'दिनांक',
  reference: 'ऋण खाता',
  greeting: ({ borrower }) => `प्रिय ${borrower},`,
  opening: {
    SETTLEMENT: () =>
      'आपने नीचे दिए गए ऋण खाते का बकाया से कम राशि में निपटान करने का अनुरोध किया था। हम इन शर्तों पर सहमत हैं:',
    NO_DUES: ({ client }) =>
      `${client} पुष्टि करता है कि नीचे दिए गए ऋण खाते की निपटान राशि पूरी प्राप्त हो चुकी है। इस खाते पर अब कोई राशि देय नहीं है।`,
  },
  facts: {
    SETTLEMENT: (facts) => [
      ['उधारकर्ता', facts.borrower],
      ['ऋण खाता', facts.loanNumber],
      [`${facts.offeredOn} को देय राशि`, facts.due],
      ['निपटान राशि', facts.amount],
      ['भुगतान के बाद छूट', facts.waiver],
      [facts.hasInstalments ? 'पहली किस्त की अंतिम तिथि' : 'भुगतान की अंतिम तिथि', facts.validUntil],
      ...sinceOffer(facts, `इसमें से ${facts.offeredOn} से प्राप्त राशि`),
    ],
    NO_DUES: (facts) => [
      ['उधारकर्ता', facts.borrower],
      ['ऋण खाता', facts.loanNumber],
      ['निपटान राशि', facts.amount],
      ['प्राप्त राशि', facts.paid ?? ''],
      ['पूरा भुगतान', facts.paidOn],
      ...(facts.isWaived ? [['दी गई छूट', facts.waiver] satisfies [string, string]] : []),
    ],
  },
  instalments: 'किस्तें',
  columns: ['क्रम', 'देय तिथि', 'राशि'],
  total: 'कुल',
  closing: {
    SETTLEMENT: ({ hasInstalments, graceDays }) => [
      'पूरी निपटान राशि समय पर मिल जाने पर खाता निपटान के रूप में बंद कर दिया जाएगा, शेष राशि माफ़ की जाएगी और आपको कोई बकाया नहीं प्रमाण-पत्र दिया जाएगा।',
      `${hasInstalments ? 'यदि कोई किस्त अपनी तिथि' : 'यदि राशि उस तिथि'} ${inTimeHi(graceDays)} नहीं चुकाई जाती, तो यह निपटान समाप्त हो जाएगा। तब चुकाई गई राशि घटाकर पूरा बकाया फिर देय होगा।`,
      'क्रेडिट सूचना कंपनियों को यह खाता निपटाया हुआ (Settled) बताया जाएगा। भुगतान केवल रसीद लेकर करें।',
    ],
    NO_DUES: ({ isWaived }) => [
      `खाता ${isWaived ? 'निपटान' : 'पूरे भुगतान'} के रूप में बंद कर दिया गया है और क्रेडिट सूचना कंपनियों को यही बताया जाएगा। इस खाते पर हमारा कोई और दावा नहीं है।`,
    ],
  },
  forClient: (client) => `${client} की ओर से`,
  signatory: 'अधिकृत हस्ताक्षरकर्ता',
  footer: 'केवल हस्ताक्षर और मुहर के साथ मान्य',
  pageOf: (page, pages) => `पृष्ठ ${page} / ${pages}`,
};

/** What drafts of letters say, by language. */
export const LETTER_WORDS: Readonly<Record<LetterLanguage, LetterWords>> = { en, hi };
