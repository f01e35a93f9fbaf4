import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { deviceQuery, isPassing } from '../../../src/data/device-query.ts';
import { DeviceError } from '../../../src/offline/errors.ts';

const named = (name: string) => Object.assign(new Error(name), { name });

/** Reads once through the app's options; `failures` come before the value. */
async function read(failures: readonly Error[]): Promise<{ value: unknown; tries: number }> {
  let tries = 0;
  const load = async () => {
    const failure = failures[tries];
    tries += 1;
    if (failure !== undefined) throw failure;
    return 'here';
  };
  const options = { ...deviceQuery({ key: ['x'], topics: [], load }), retryDelay: 1 };
  const value = await new QueryClient().fetchQuery(options).catch((error: unknown) => error);
  return { value, tries };
}

it('a read whose connection the system cut is done again', async () => {
  expect(await read([named('DatabaseClosedError'), named('AbortError')])).toEqual({
    value: 'here',
    tries: 3,
  });
});

it('what the device says of itself is an answer, not asked for again', async () => {
  const locked = named('DeviceError');
  expect(await read([locked])).toEqual({ value: locked, tries: 1 });
});

describe('a failed read of this device', () => {
  it('is passing when the connection to its database was lost, not when the device has answered', () => {
    expect(isPassing(new Error('The connection was lost.'))).toBe(true);
    expect(isPassing(new DeviceError('STORAGE_BROKEN'))).toBe(true);
    expect(isPassing(new DeviceError('LOCKED'))).toBe(false);
    expect(isPassing(new DeviceError('UPDATE_NEEDED'))).toBe(false);
  });
});
