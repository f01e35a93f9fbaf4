import { beforeEach, expect, it } from 'vitest';
import type { Topic } from '../../../src/offline/signals.ts';
import { beginLoggedIn, page, server, user } from './one-phone.ts';
import { pulledLoan, visitOf } from './support.ts';

const pulled = pulledLoan();

beforeEach(() => beginLoggedIn({ loans: [pulled] }));

/** What this tab tells of, from now on. */
function hear(): Topic[] {
  const heard: Topic[] = [];
  for (const topic of ['outbox', 'loans', 'vault', 'pull', 'delivery', 'saved'] as const)
    page.subscribe([topic], () => heard.push(topic));
  return heard;
}

it('a delivery with nothing to deliver is not told of, one that brought something is', async () => {
  await page.deliverAll();
  const heard = hear();
  await page.deliverAll();
  await page.deliverAll();
  expect(heard).toEqual([]);
  await page.saveOperation(visitOf(pulled.loan._id));
  await page.deliverAuthor(user._id);
  expect(heard).toContain('delivery');
});

it('a delivery that failed is told of: the next time to try has changed', async () => {
  await page.saveOperation(visitOf(pulled.loan._id));
  server.nextFault = () => 'lostRequest';
  const heard = hear();
  await page.deliverAuthor(user._id);
  expect(heard).toContain('delivery');
});

it('a pull that brought nothing tells that it ended, not that loans changed', async () => {
  const heard = hear();
  await page.pull();
  expect(heard).toEqual(['pull']);
  server.pages.push({ loans: [], gone: [pulled.loan._id] });
  await page.pull();
  expect(heard).toContain('loans');
});
