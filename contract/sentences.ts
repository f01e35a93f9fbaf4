/** What the places of a sentence are filled with. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** A sentence that was found again: which one, and what it was filled with. */
export interface FoundSentence<Word extends string> {
  readonly word: Word;
  readonly values: Readonly<Record<string, string>>;
}

/** Sentences with places (`{{name}}`): filled in, and found again in a text, so that a screen can say them in its reader's language. */
export function sentencesOf<Word extends string>(words: Readonly<Record<Word, string>>) {
  const patterns = (Object.keys(words) as Word[]).map((word) => {
    const pattern = words[word]
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll(/\{\{(\w+)\}\}/g, '(?<$1>.+?)');
    return { word, pattern: new RegExp(`^${pattern}$`, 's') };
  });
  return {
    fill: (word: Word, values: SentenceValues): string =>
      words[word].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')),
    find: (text: string): FoundSentence<Word> | null => {
      for (const { word, pattern } of patterns) {
        const found = pattern.exec(text);
        if (found) return { word, values: { ...found.groups } };
      }
      return null;
    },
  };
}
