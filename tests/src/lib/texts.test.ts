import { describe, expect, it } from 'vitest';
import { REFUSAL_WORDS } from '../../../contract/refusal-words.ts';
import { first as englishFirst } from '../../../src/lib/texts/en-first.ts';
import { early as englishEarly } from '../../../src/lib/texts/en-early.ts';
import { rest as englishRest } from '../../../src/lib/texts/en-rest.ts';
import { first as hindiFirst } from '../../../src/lib/texts/hi-first.ts';
import { early as hindiEarly } from '../../../src/lib/texts/hi-early.ts';
import { rest as hindiRest } from '../../../src/lib/texts/hi-rest.ts';

function flatten(node: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(node) as [string, unknown][]) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof value === 'string') found.set(name, value);
    if (typeof value === 'object' && value !== null) {
      for (const [inner, text] of flatten(value, name)) found.set(inner, text);
    }
  }
  return found;
}

const english = flatten({
  ...englishFirst,
  ...englishEarly,
  ...englishRest,
  // English readers see the server's own sentences.
  refusalWords: REFUSAL_WORDS,
});
const hindi = flatten({ ...hindiFirst, ...hindiEarly, ...hindiRest });

function slots(text: string): string {
  const names = [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? '');
  return names.sort((one, other) => one.localeCompare(other)).join(' ');
}

describe('the catalogue', () => {
  it('has the same keys in English and Hindi', () => {
    expect([...english.keys()].filter((key) => !hindi.has(key))).toEqual([]);
    expect([...hindi.keys()].filter((key) => !english.has(key))).toEqual([]);
  });

  it('has no empty text and the same slots in both languages', () => {
    const wrong = [...english].filter(
      ([key, text]) => text.trim() === '' || slots(hindi.get(key) ?? '') !== slots(text),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  // What is left out here is a limit, a range, a part of a whole or a number of days that is never one.
  it('counts one thing in the singular', () => {
    const never =
      /^(?:fieldLoan\.visit\.tooMany|people\.sheet\.hint|loanMappings\.tryBody|settlements\.(?:proposal\.)?(?:perMonth|days)|time\.(?:inDays|daysAgo)|installation\.advice\.versionsClock|installation\.verified(?:More)?|revenue\.ageWords|campaigns\.failedMore|problems\.month-is-invoiced|table\.allMatching)$/;
    const isOfMany =
      /\{\{count\}\} (?:[a-z]+ )?(?:[a-z]{2,}s|people)\b|(?<!\bof )\{\{(?!most|least|amount)\w+\}\} (?:[a-z]+ )?(?:agents|are|browsers|calls|campaigns|characters|clients|columns|days|devices|fields|files|loans|messages|numbers|payments|people|phones|promises|records|rows|seconds|times|visits|were)\b/;
    const wrong = [...english].filter(
      ([key, text]) =>
        isOfMany.test(text) &&
        !/_(?:one|other)$/.test(key) &&
        !/^(?:refusalWords|rowWords|fileWords)\./.test(key) &&
        !never.test(key),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('keeps a figure and its percent sign on one line', () => {
    const parted = [...english, ...hindi].filter(([, text]) => /(?:\}\}|\d) %/.test(text));
    expect(parted.map(([key]) => key)).toEqual([]);
  });

  // A sentence that is the same in both was left untranslated; names, units and samples are no sentences.
  it('leaves no English sentence in Hindi', () => {
    const left = [...english].filter(
      ([key, text]) => hindi.get(key) === text && /[a-z]{3,} [a-z]{3,}/.test(text),
    );
    expect(left.map(([key]) => key)).toEqual([]);
  });

  it('counts one thing in the singular in Hindi too', () => {
    const wrong = [...hindi].filter(
      ([key, text]) =>
        key.endsWith('_one') && /\{\{(?:count|shown)\}\} (?:[ऀ-ॿ]+ )?[ऀ-ॿ]+ियाँ(?![ऀ-ॿ])/.test(text),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  // Of one name in English: a date, a count of another thing, or a check of a backup, a file or a deposit may share the word.
  it.each([
    ['Claimed'],
    ['Receipted'],
    ['Verified', /^(?:backups|loanImport|receipts)\./],
    ['Collected'],
    ['Achieved'],
    ['In hand'],
    ['Promised'],
    ['Due', /^(?:alerts|fieldDay)\.|^staffBoards\.due/],
    ['Total due'],
    ['Last contact'],
    ['Wrap-up'],
    ['Note'],
    ['Remarks'],
    ['Fee'],
  ])('gives the figure %s one name in Hindi', (name, others?: RegExp) => {
    const keys = [...english.keys()].filter(
      (key) => english.get(key) === name && others?.test(key) !== true,
    );
    expect(new Set(keys.map((key) => hindi.get(key))).size).toBe(1);
  });

  // A reader takes two words for two things. Stored sentences and what defines a word may say it otherwise.
  it.each([
    [
      'client',
      english,
      /\blenders?\b/i,
      /^(?:fileWords|rowWords)\.|^clients\.emptyBody|clientBody$/,
    ],
    ['Verified, Dues', english, /^(?:Recovered|Outstanding)\b/, null],
    ['Continue', english, /^Go on\b/, null],
    ['Outcome', english, /What came of it|Whom and how|[Ss]haring-?s?-out/, null],
    ['needs attention', english, /\bneeds? you\b/, null],
    ['क्लाइंट', hindi, /ऋणदाता|लेंडर/, null],
    ['ऋण', hindi, /लोन/, null],
    ['टारगेट', hindi, /लक्ष्य/, null],
    ['आवंटन', hindi, /अलोके/, null],
    ['प्रोत्साहन', hindi, /इंसेंटिव/, null],
    ['नतीजा', hindi, /परिणाम/, /^fileWords\./],
    ['उधारकर्ता', hindi, /कर्ज़दार/, null],
    ['विज़िट', hindi, /मुलाक़ात|मुलाकात/, null],
    ['समझौता', hindi, /सेटलमेंट/, null],
    ['इम्पोर्ट', hindi, /(?<![ऀ-ॿ])आयात|निर्यात/, null],
    ['राशि', hindi, /(?<![ऀ-ॿ])रकम/, null],
    ['तारीख', hindi, /(?<![ऀ-ॿ])तिथि/, null],
    ['सहेजें', hindi, /(?<![ऀ-ॿ])सेव(?![ऀ-ॿ])/, null],
    ['नकद', hindi, /(?<![ऀ-ॿ])कैश/, null],
    ['ई-मेल', hindi, /ईमेल/, null],
    ['उत्पाद', hindi, /प्रोडक्ट/, null],
    ['असफल', hindi, /विफल/, null],
    ['फ़ैसला, आख़िरी, गलत', hindi, /फैसल|आखिरी|ग़लत/, null],
    ['ऋण संख्या, यूज़र नाम', hindi, /ऋण नंबर|यूज़रनेम/, null],
    ['वसूली', hindi, /कलेक्शन/, null],
    ['फ़ैसला', hindi, /निर्णय/, null],
    ['आख़िरी संपर्क, दिन, भुगतान', hindi, /(?:अंतिम|पिछल[ाे]) संपर्क|अंतिम (?:दिन|भुगतान|नतीज)/, null],
    ['फ़ीस', hindi, /शुल्क/, /^settlements\.charges$/],
    ['उधारकर्ता', hindi, /ग्राहक/, /^people\.roles\.CUSTOMER$/],
    [
      'Borrower',
      english,
      /\bCustomer\b/,
      /^people\.roles\.CUSTOMER$|^(?:lenderFormats\.fields|reportWords\.detail)\.customer$/,
    ],
  ])('says %s, and no other word for it', (_, catalogue, other, but) => {
    const wrong = [...catalogue].filter(
      ([key, text]) => other.test(text) && !(but?.test(key) ?? false),
    );
    expect(wrong).toEqual([]);
  });

  it('has the toasts in the exact words of the specification', () => {
    const said = new Set(Object.values(englishEarly.toasts));
    const wanted = [
      'sms sent successfully',
      'whatsapp message sent successfully',
      'updated successfully',
      'collector updated successfully',
      'Manager updated successfully',
      'fieldAgent updated successfully',
      'field agent updated successfully',
      'loan updated successfully',
      'Disposition Added Successfully',
      'Notification deleted successfully',
      'Sheet deleted successfully',
      'Loan deleted successfully',
      'Loan sheet uploaded successfully',
      'Loan sheet verified successfully',
      'bank paid sheet verified successfully',
      'Loan record added successfully',
      'Agent is in break mode',
      'Agent is in idle mode',
      'Network error',
    ];
    for (const words of wanted) expect(said).toContain(words);
  });
});
