import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../server/context.ts';
import { log } from '../../server/log.ts';
import { startUpkeep } from '../../server/upkeep.ts';
import type { RunningUpkeep, Upkeep } from '../../server/upkeep.ts';
import { startTestServer } from '../support/server.ts';

const context = {} as Context;
let running: RunningUpkeep | null = null;

/** Work that goes on until it is told to end. */
function slowWork() {
  const ends: (() => void)[] = [];
  const work = vi.fn<Upkeep['work']>(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, end: () => ends.shift()?.() };
}

function start(...all: Upkeep[]): RunningUpkeep {
  running = startUpkeep(context, all);
  return running;
}

afterEach(async () => {
  await running?.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('upkeep', () => {
  beforeEach(() => vi.useFakeTimers());

  it('looks every so often, at the start only where that is asked for', async () => {
    const late = vi.fn<Upkeep['work']>(async () => undefined);
    const early = vi.fn<Upkeep['work']>(async () => undefined);
    start(
      { name: 'late', every: 1000, work: late },
      { name: 'early', every: 1000, work: early, isAtStart: true },
    );
    expect(late).toHaveBeenCalledTimes(0);
    expect(early).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2000);
    expect(late).toHaveBeenCalledTimes(2);
    expect(early).toHaveBeenCalledTimes(3);
    expect(late).toHaveBeenCalledWith(context);
  });

  it('never looks twice at once, whoever asks', async () => {
    const { work, end } = slowWork();
    const upkeep = start({ name: 'slow', every: 1000, work });
    await vi.advanceTimersByTimeAsync(5000);
    const asked = upkeep.runNow('slow');
    expect(work).toHaveBeenCalledTimes(1);
    end();
    // Who asks wants what is there now: the look under way may have passed it.
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await asked;
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(3);
    end();
  });

  it('logs what fails, also at once, and looks again', async () => {
    const said = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const broken = new Error('The database is away.');
    const work = vi.fn<Upkeep['work']>(() => {
      throw broken;
    });
    const upkeep = start({ name: 'promises', every: 1000, work });
    await upkeep.runNow('promises');
    await vi.advanceTimersByTimeAsync(1000);
    expect(work).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith({ err: broken }, 'The upkeep of promises failed.');
  });

  it('that failed looks again within a minute, however seldom it looks, and not after its stop', async () => {
    vi.spyOn(log, 'error').mockImplementation(() => undefined);
    const work = vi
      .fn<Upkeep['work']>()
      .mockRejectedValueOnce(new Error('No connection is free.'))
      .mockResolvedValueOnce(undefined)
      .mockRejectedValue(new Error('The database is away.'));
    const upkeep = start({ name: 'loan periods', every: 3_600_000, work, isAtStart: true });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3_540_000);
    expect(work).toHaveBeenCalledTimes(3);
    await upkeep.stop();
    await vi.advanceTimersByTimeAsync(7_200_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('waits at its stop for the look under way, and looks no more', async () => {
    const { work, end } = slowWork();
    const upkeep = start({ name: 'slow', every: 1000, work, isAtStart: true });
    const stopped = vi.fn<() => void>();
    const stopping = upkeep.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(stopped).not.toHaveBeenCalled();
    end();
    await stopping;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('refuses a name that it does not know', async () => {
    await expect(start().runNow('seats')).rejects.toThrow('no upkeep of seats');
  });
});

it('of a whole server finds all that it looks for, and fails at none of it', async () => {
  const said = vi.spyOn(log, 'error').mockImplementation(() => undefined);
  const server = await startTestServer();
  expect(server.upkeep.names).toEqual(
    expect.arrayContaining(['promises', 'loan periods', 'seats', 'messages', 'import jobs']),
  );
  for (const name of server.upkeep.names) await server.upkeep.runNow(name);
  await server.close();
  expect(said).not.toHaveBeenCalled();
});
