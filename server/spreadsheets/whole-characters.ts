/** Text with every half of a character (a lone surrogate, which no database takes) replaced by the sign for an unknown one. */
export function wholeCharacters(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}
