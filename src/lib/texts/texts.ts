import { createInstance } from 'i18next';
import type { ParseKeys, TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import type { findRefusal as find } from '../../../contract/refusal-words.ts';
import { formatDecimal } from '../money.ts';
import { LANGUAGES } from './catalogue.ts';
import type { Language } from './catalogue.ts';
import { first as englishFirst } from './en-first.ts';

const catalogue = createInstance();
const STORAGE_KEY = 'recoup.language';

let findRefusal: typeof find | null = null;

/** Finds the server's sentences; null in English, where they are shown as they are, and until the others are there. */
export const refusalFinder = (): typeof find | null => findRefusal;

/** The texts by who waits for them: everybody, whoever is logged in, and the screens that need more. */
const loaders = {
  first: {
    en: async () => englishFirst,
    hi: async () => (await import('./hi-first.ts')).first,
  },
  early: {
    en: async () => (await import('./en-early.ts')).early,
    hi: async () => (await import('./hi-early.ts')).early,
  },
  rest: {
    en: async () => (await import('./en-rest.ts')).rest,
    hi: async () => {
      const [{ rest }, words] = await Promise.all([
        import('./hi-rest.ts'),
        import('../../../contract/refusal-words.ts'),
      ]);
      findRefusal = words.findRefusal;
      return rest;
    },
  },
};

type Layer = keyof typeof loaders;

const wanted = new Set<Layer>(['first']);

/** The language the person chose on this device, else the browser's if we have it, else English. */
function storedLanguage(): Language {
  const wanted = localStorage.getItem(STORAGE_KEY) ?? navigator.language.slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}

/** Starts the catalogue with the first screen's texts in the stored language. Call it once, before rendering. */
export async function startTexts(language: Language = storedLanguage()): Promise<void> {
  await catalogue.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: englishFirst } },
    partialBundledLanguages: true,
    // A number within a sentence is written as everywhere else: 1,23,456 and 0.5.
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      format: (value: unknown) =>
        typeof value === 'number' ? formatDecimal(value) : String(value),
    },
    showSupportNotice: false,
  });
  // Texts that come later than what shows them are shown when they come.
  catalogue.store.on('added', renewText);
  await loadTexts(language);
}

async function want(...layers: readonly Layer[]): Promise<void> {
  for (const layer of layers) wanted.add(layer);
  await loadTexts(currentLanguage());
}

/** Loads the texts of the frame and of the phone's day; resolves at once when they are there. */
export const loadEarlyTexts = async (): Promise<void> => want('early');

/** Loads every text; resolves at once when they are there. */
export const loadAllTexts = async (): Promise<void> => want('early', 'rest');

/** Switches the language and keeps the choice on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await loadTexts(language);
  await catalogue.changeLanguage(language);
}

/** The language shown now. */
export function currentLanguage(): Language {
  return LANGUAGES.find((language) => language === catalogue.language) ?? 'en';
}

const shownIn = new Set<() => void>();

/**
 * A function of its own for each state of the catalogue: what was made with the last one is made again. It knows what it
 * said: a screen asks for the same words in each of its cards.
 */
function newText(): TFunction {
  const said = new Map<string, string>();
  const translate = catalogue.t as (key: string, values?: object) => string;
  const say = (key: string, values?: object): string => {
    if (values !== undefined) return translate(key, values);
    const words = said.get(key) ?? translate(key);
    said.set(key, words);
    return words;
  };
  return say as TFunction;
}

let shown = newText();

function renewText(): void {
  shown = newText();
  for (const renew of shownIn) renew();
}

catalogue.on('languageChanged', renewText);

function onText(renew: () => void): () => void {
  shownIn.add(renew);
  return () => shownIn.delete(renew);
}

/**
 * The text function for components; they render again when the language changes. A list of cards asks hundreds of times,
 * so it costs one subscription.
 */
export function useText(): TFunction {
  return useSyncExternalStore(onText, () => shown);
}

/** The text function outside components (toasts from commands). */
export function text(): TFunction {
  return shown;
}

/** The help of what a key names, which stands beside it as `<key>Help`; undefined without one. */
export function helpOf(key: ParseKeys): string | undefined {
  const help = `${key}Help`;
  return catalogue.exists(help) ? (shown as (key: string) => string)(help) : undefined;
}

const loaded = new Set<string>();

/** Says the page's language; each time it is said, the browser styles the whole page anew, also when it is the same. */
function sayLanguage(language: Language): void {
  const { documentElement: page } = document;
  if (page.lang !== language) page.lang = language;
}

async function loadTexts(language: Language): Promise<void> {
  sayLanguage(language);
  const missing = [...wanted].filter((layer) => !loaded.has(`${language} ${layer}`));
  await Promise.all(
    missing.map(async (layer) => {
      const texts = await loaders[layer][language]();
      loaded.add(`${language} ${layer}`);
      // No two layers have a name in common.
      catalogue.addResourceBundle(language, 'translation', texts);
    }),
  );
}
