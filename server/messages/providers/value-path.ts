/** The text or number at a path such as `messages.0.id`; null when there is none. */
export function valueAt(value: unknown, path: string): string | null {
  let here: unknown = value;
  if (path !== '')
    for (const step of path.split('.')) {
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return null;
      here = (here as Record<string, unknown>)[step];
    }
  if (typeof here === 'string') return here.trim() === '' ? null : here.trim();
  return typeof here === 'number' ? String(here) : null;
}
