import type { ProfileValues } from './profile-form.ts';

const FIELDS: ReadonlySet<string> = new Set<keyof ProfileValues>(['fullName', 'email', 'phone']);

/** The fields that the server refused (a taken e-mail), each with its sentence. */
export function refusedFields(error: unknown): { field: keyof ProfileValues; message: string }[] {
  const details = isRecord(error) ? error.details : undefined;
  const named = isRecord(details) && 'problems' in details ? details.problems : details;
  if (!Array.isArray(named)) return [];
  return named.flatMap((problem: unknown) => {
    if (!isRecord(problem)) return [];
    const name =
      textOf([problem.field, problem.path, problem.column])?.replace(/^body\./, '') ?? '';
    const message = textOf([problem.message, problem.reason]);
    if (!FIELDS.has(name) || message === undefined) return [];
    return [{ field: name as keyof ProfileValues, message }];
  });
}

/** Whether somebody else changed the account since the form was opened. */
export function isStale(error: unknown): boolean {
  return isRecord(error) && error.code === 'STALE_REVISION';
}

function textOf(values: unknown[]): string | undefined {
  return values.find((each) => typeof each === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
