import type { PersonValues } from './person-form.ts';

const FIELDS: ReadonlySet<string> = new Set<keyof PersonValues>([
  'username',
  'email',
  'password',
  'fullName',
  'phone',
  'role',
  'managerId',
  'client',
  'clientIds',
  'manualProcess',
  'assignedPredictiveProcess',
  'extension',
]);

interface Refusal {
  code: string;
  message: string;
  details: unknown;
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string')
    return null;
  return {
    code: error.code,
    message: error.message,
    details: 'details' in error ? error.details : undefined,
  };
}

/** The fields that the server refused, each with its sentence: a taken name (409), a wrong value (400), a weak password. */
export function refusedFields(error: unknown): { field: keyof PersonValues; message: string }[] {
  const refusal = refusalOf(error);
  if (refusal === null) return [];
  const { details, code } = refusal;
  if (code === 'WEAK_PASSWORD') return [{ field: 'password', message: refusal.message }];
  const named = isRecord(details) && 'problems' in details ? details.problems : details;
  if (!Array.isArray(named)) return [];
  return named.flatMap((problem: unknown) => {
    if (!isRecord(problem)) return [];
    const field = [problem.field, problem.path, problem.column].find(
      (each): each is string => typeof each === 'string',
    );
    const name = field?.replace(/^body\./, '') ?? '';
    if (!FIELDS.has(name)) return [];
    const words = [problem.message, problem.reason].find(
      (each): each is string => typeof each === 'string',
    );
    return [{ field: name as keyof PersonValues, message: words ?? refusal.message }];
  });
}

/** Whether somebody else changed the person since the form was opened. */
export function isStale(error: unknown): boolean {
  return refusalOf(error)?.code === 'STALE_REVISION';
}

/** Who changed the person meanwhile and when (an instant), as far as the server says. */
export interface StaleChange {
  by: string | null;
  at: string | null;
}

/** Who made the change that a refused save would have overwritten. */
export function staleChange(error: unknown): StaleChange {
  const details = refusalOf(error)?.details;
  if (!isRecord(details)) return { by: null, at: null };
  const { changedBy, changedAt } = details;
  return {
    by: typeof changedBy === 'string' ? changedBy : null,
    at: typeof changedAt === 'string' ? changedAt : null,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
