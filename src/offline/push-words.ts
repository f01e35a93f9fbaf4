import { push as english } from '../lib/texts/en/push.ts';
import { push as hindi } from '../lib/texts/hi/push.ts';

type PushText = Exclude<keyof typeof english, 'title' | 'general'>;

const languages: Readonly<Record<string, Record<keyof typeof english, string>>> = {
  en: english,
  hi: hindi,
};

/** The words of a push in a language; `kind` null is for whoever looks. The catalogue itself needs a page. */
export function pushWords(
  language: string,
  kind: PushText | null,
  count: number | null,
): { title: string; body: string } {
  const words = languages[language] ?? english;
  const { title } = words;
  if (kind === null || (words[kind].includes('{{count}}') && count === null))
    return { title, body: words.general };
  return { title, body: words[kind].replace('{{count}}', String(count)) };
}
