/** What brackets may say without changing the meaning: parts of a sum, the form of a value, whose it is. */
const addedWords = new Set(
  `emi emis lpp lpc odc cbc pos charges charge penal penalty principal interest bounce tax gst incl including all
  total and plus with rs inr mandatory required primary registered self own borrower customer applicant dd mm yy yyyy ddmmyyyy
  digit digits 10 format text`.split(/\s+/),
);

/** A name without its brackets, where these only add to it; null for any other. "Overdue (EMI)" may count installments. */
export function withoutAddition(name: string): string | null {
  const [, before = '', inside = '', after = ''] =
    /^([^([]+)[([]([^)\]]+)[)\]](.*)$/.exec(name) ?? [];
  const words = inside.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  const isAdded = words.length > 0 && words.every((word) => addedWords.has(word));
  return isAdded && !/^emis?$/.test(words.join(' ')) ? `${before} ${after}` : null;
}
