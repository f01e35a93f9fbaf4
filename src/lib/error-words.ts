import type { Catalogue } from './texts/catalogue.ts';
import { text } from './texts/texts.ts';

/** An error as a toast says it, in the words of spec 8. Any value may come; nothing is thrown. */
export function errorWords(error: unknown): string {
  const t = text();
  if (!(error instanceof Error)) return t('states.errorBody');
  if (isOfflineError(error)) return t('toasts.networkError');
  if (isDeviceError(error)) return t(`offline.error.${error.code}`);
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
  switch (status) {
    case 404:
      return t('toasts.notFound', { status });
    case 400:
    case 401:
    case 415:
      return `${status} ${error.message}`;
    case 422:
      return `${status} ${[error.message, ...detailWords(error)].join(' ')}`;
    case 500:
      return `${t('toasts.serverError', { status })}. ${error.message}`;
    default:
      return error.message === '' ? t('states.errorBody') : error.message;
  }
}

/** Whether an error means that the server could not be reached. */
export function isOfflineError(error: unknown): boolean {
  return error instanceof Error && error.name === 'OfflineError';
}

type DeviceCode = keyof Catalogue['offline']['error'];

/** Whether an error is one of this device's own (storage, vault, photo), which have their own words. */
function isDeviceError(error: Error): error is Error & { code: DeviceCode } {
  return error.name === 'DeviceError' && 'code' in error;
}

/** The wrong fields that a refusal names, each as "path: what to do". */
function detailWords(error: Error): string[] {
  const details = 'details' in error ? error.details : undefined;
  if (!Array.isArray(details)) return [];
  return details.flatMap((problem: unknown) => {
    if (typeof problem !== 'object' || problem === null) return [];
    const { path, message } = problem as { path?: unknown; message?: unknown };
    return typeof path === 'string' && typeof message === 'string' ? [`${path}: ${message}`] : [];
  });
}
