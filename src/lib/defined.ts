/** The same fields without those that are undefined: for optional props and queries that refuse undefined. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  const kept = Object.entries(fields).filter((entry) => entry[1] !== undefined);
  // Object.fromEntries forgets the keys' types; only keys of `fields` are in it.
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
}
