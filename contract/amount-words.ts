/** How a language says amounts. */
interface NumberWords {
  /** 0 to 99. */
  readonly small: (number: number) => string;
  readonly hundred: string;
  readonly thousand: string;
  readonly lakh: string;
  readonly crore: string;
  readonly minus: string;
  /** `paise` is empty where there are none. */
  readonly amount: (rupees: string, paise: string) => string;
}

const EN_SMALL =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const EN_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

const HI_SMALL =
  `शून्य एक दो तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस
  बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस
  चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास पचास इक्यावन बावन तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ
  साठ इकसठ बासठ तिरेसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी
  अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे
  निन्यानवे`.split(/\s+/);

const LANGUAGES = {
  en: {
    small: (number) => {
      if (number < 20) return EN_SMALL[number] ?? '';
      const tens = EN_TENS[Math.floor(number / 10) - 2] ?? '';
      return number % 10 === 0 ? tens : `${tens}-${EN_SMALL[number % 10]}`;
    },
    hundred: 'hundred',
    thousand: 'thousand',
    lakh: 'lakh',
    crore: 'crore',
    minus: 'minus',
    amount: (rupees, paise) => `Rupees ${rupees}${paise === '' ? '' : ` and ${paise} paise`} only`,
  },
  hi: {
    small: (number) => HI_SMALL[number] ?? '',
    hundred: 'सौ',
    thousand: 'हज़ार',
    lakh: 'लाख',
    crore: 'करोड़',
    minus: 'माइनस',
    amount: (rupees, paise) => `${rupees} रुपये${paise === '' ? '' : ` ${paise} पैसे`} मात्र`,
  },
} as const satisfies Record<string, NumberWords>;

function wordsOf(words: NumberWords, number: number): string {
  if (number < 100) return words.small(number);
  const { hundred, thousand, lakh, crore } = words;
  const units = [
    [10_000_000, crore],
    [100_000, lakh],
    [1000, thousand],
    [100, hundred],
  ] as const;
  const [size, unit] = units.find(([least]) => number >= least) ?? units[3];
  const said = `${wordsOf(words, Math.floor(number / size))} ${unit}`;
  return number % size === 0 ? said : `${said} ${wordsOf(words, number % size)}`;
}

/** Paise in words, as letters and invoices say an amount beside its figures: Rupees two lakh five and fifty paise only. */
export function amountInWords(paise: number, language: keyof typeof LANGUAGES): string {
  const words = LANGUAGES[language];
  const size = Math.abs(paise);
  const rupees = wordsOf(words, Math.floor(size / 100));
  const rest = size % 100 === 0 ? '' : words.small(size % 100);
  return words.amount(paise < 0 ? `${words.minus} ${rupees}` : rupees, rest);
}
