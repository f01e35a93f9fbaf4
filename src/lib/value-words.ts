import { text } from './texts/texts.ts';

/** What a form's field holds, as a sentence tells it; '' for none and for what has no words. */
export function plainWords(value: unknown): string {
  if (typeof value === 'boolean') return text()(value ? 'common.yes' : 'common.no');
  if (Array.isArray(value)) return value.map(plainWords).filter(Boolean).join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
