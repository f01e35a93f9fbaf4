import { expect, it } from 'vitest';
import { handOver, untilHandedOver } from '../../sw/handing-over.ts';

it('ends the work of every event when the next version takes over, and comes to its end by itself before', async () => {
  expect(await untilHandedOver(Promise.resolve('done'))).toBe('done');
  const hanging = untilHandedOver(new Promise(() => undefined));
  handOver();
  await expect(hanging).rejects.toThrow('The next version goes on with it.');
  await expect(untilHandedOver(new Promise(() => undefined))).rejects.toThrow('goes on with it');
});
