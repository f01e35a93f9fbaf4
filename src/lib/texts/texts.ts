import { createInstance } from 'i18next';
import type { TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { formatCount } from '../money.ts';
import { LANGUAGES } from './catalogue.ts';
import type { Language } from './catalogue.ts';
import { first as englishFirst } from './en-first.ts';

const catalogue = createInstance();
const STORAGE_KEY = 'recoup.language';

const loaders = {
  en: { first: async () => ({ first: englishFirst }), rest: () => import('./en-rest.ts') },
  hi: { first: () => import('./hi-first.ts'), rest: () => import('./hi-rest.ts') },
};

let isRestWanted = false;

/** The language the person chose on this device, else the browser's if we have it, else English. */
function storedLanguage(): Language {
  const wanted = localStorage.getItem(STORAGE_KEY) ?? navigator.language.slice(0, 2);
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}

/** Starts the catalogue with the first screen's texts in the stored language. Call it once, before rendering. */
export async function startTexts(language: Language = storedLanguage()): Promise<void> {
  await catalogue.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: englishFirst } },
    partialBundledLanguages: true,
    // A number within a sentence is grouped as everywhere else: 1,23,456.
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      format: (value: unknown) => (typeof value === 'number' ? formatCount(value) : String(value)),
    },
    react: { useSuspense: false },
    showSupportNotice: false,
  });
  await loadTexts(language);
}

/** Loads every text that the first screen does not need; resolves at once when they are there. */
export async function loadAllTexts(): Promise<void> {
  isRestWanted = true;
  await loadTexts(currentLanguage());
}

/** Switches the language and keeps the choice on this device. */
export async function switchLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  await loadTexts(language);
  await catalogue.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The language shown now. */
export function currentLanguage(): Language {
  return LANGUAGES.find((language) => language === catalogue.language) ?? 'en';
}

/** The text function for components; they render again when the language changes. */
export function useText(): TFunction {
  return useTranslation().t;
}

/** The text function outside components (toasts from commands). */
export function text(): TFunction {
  return catalogue.t;
}

async function loadTexts(language: Language): Promise<void> {
  document.documentElement.lang = language;
  // English stays behind every other language, so a missing key still shows words.
  const wanted = language === 'en' ? (['en'] as const) : (['en', language] as const);
  await Promise.all(wanted.map((each) => loadLanguage(each)));
}

async function loadLanguage(language: Language): Promise<void> {
  const loader = loaders[language];
  const bundles = [
    (await loader.first()).first,
    ...(isRestWanted ? [(await loader.rest()).rest] : []),
  ];
  for (const bundle of bundles) {
    catalogue.addResourceBundle(language, 'translation', bundle, true, true);
  }
}
