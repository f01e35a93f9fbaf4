export function copiesAmong(sheets: Readonly<Record<string, string>>): string[];
