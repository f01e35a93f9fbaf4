export function copiesAmong(sheets: Readonly<Record<string, string>>): string[];
export function deadAmong(
  sheets: Readonly<Record<string, string>>,
  sources: Readonly<Record<string, string>>,
): string[];
