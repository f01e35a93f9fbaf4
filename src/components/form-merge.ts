type Values = Readonly<Record<string, unknown>>;

/** Whether two values of a field are the same; none is as good as an empty text. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '');

const isGroup = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * What a form holds once somebody else changed its record from `base` to `theirs`: what was typed (`mine`) stays, all else is
 * theirs. `met`: by field, what they made of what was changed here too. Rows are one field: which is which, nobody knows.
 */
export function mergedValues(
  base: Values,
  mine: Values,
  theirs: Values,
): { merged: Values; met: ReadonlyMap<string, unknown> } {
  const met = new Map<string, unknown>();
  const merge = (path: string, from: unknown, typed: unknown, stored: unknown): unknown => {
    if (isSameValue(typed, from)) return stored;
    if (isSameValue(stored, from) || isSameValue(typed, stored)) return typed;
    if (isGroup(from) && isGroup(typed) && isGroup(stored)) {
      const names = new Set([...Object.keys(typed), ...Object.keys(stored)]);
      return Object.fromEntries(
        [...names].map((name) => {
          const inner = path === '' ? name : `${path}.${name}`;
          return [name, merge(inner, from[name], typed[name], stored[name])];
        }),
      );
    }
    met.set(path, stored);
    return typed;
  };
  return { merged: merge('', base, mine, theirs) as Values, met };
}
