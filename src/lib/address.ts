/**
 * An address in one line: street, city, state, PIN. A part that the line already ends or goes on with is not said
 * twice, as lenders often write the city into the street's column. Empty without any part.
 */
export function addressLine(parts: readonly (string | null | undefined)[]): string {
  const said: string[] = [];
  for (const part of parts) {
    if (part === null || part === undefined || part === '') continue;
    const words = said.flatMap((line) => line.toLowerCase().split(/\s*,\s*/));
    if (!words.includes(part.toLowerCase())) said.push(part);
  }
  return said.join(', ');
}
