import { expect, it } from 'vitest';
import { fillShell } from '../../sw/shell-files.ts';
import type { ShellFile } from '../../sw/shell-files.ts';

const files: ShellFile[] = Array.from({ length: 200 }, (_, at) => ({
  url: `assets/${at}.js`,
  revision: null,
}));

/** A phone's cache, and a network whose answers are made by a function. */
function world(answer: (url: string, at: number) => Response) {
  const kept = new Map<string, Response>();
  const asked: string[] = [];
  let waitedMs = 0;
  return {
    kept,
    asked,
    waited: () => waitedMs,
    store: {
      has: async (url: string) => kept.has(url),
      put: async (url: string, response: Response) => void kept.set(url, response),
    },
    network: {
      fetch: async ({ url }: ShellFile) => {
        asked.push(url);
        return answer(url, asked.length);
      },
      wait: async (ms: number) => {
        waitedMs += ms;
      },
    },
  };
}

const script = () => new Response('1', { headers: { 'content-type': 'text/javascript' } });
const portal = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const redirected = () => Object.defineProperty(script(), 'redirected', { value: true });
const broken = (): never => {
  throw new TypeError('Failed to fetch');
};

it('on a line that drops one connection in ten everything arrives in one go', async () => {
  const { kept, store, network } = world((_, at) => (at % 10 === 0 ? broken() : script()));
  expect(await fillShell(files, store, network)).toEqual([]);
  expect(kept.size).toBe(files.length);
});

it('what was there before a start was cut off is not fetched again', async () => {
  let left = 120;
  const { kept, asked, store, network } = world(() => {
    left -= 1;
    return left < 0 ? broken() : script();
  });
  expect((await fillShell(files, store, network)).length).toBe(80);
  expect(kept.size).toBe(120);
  left = 1000;
  asked.splice(0);
  expect(await fillShell(files, store, network)).toEqual([]);
  expect(asked).toHaveLength(80);
});

it('one file that never comes holds up no other', async () => {
  const { kept, store, network } = world((url) => (url === 'assets/3.js' ? broken() : script()));
  expect(await fillShell(files, store, network)).toMatchObject([{ url: 'assets/3.js' }]);
  expect(kept.size).toBe(files.length - 1);
});

it('a full phone keeps what found room, and fetches nothing more for nothing; with room the rest follows', async () => {
  const { kept, asked, store, network, waited } = world(script);
  let room = 50;
  const put = async (url: string, response: Response) => {
    if (kept.size >= room) throw new DOMException('No room.', 'QuotaExceededError');
    await store.put(url, response);
  };
  expect(await fillShell(files, { ...store, put }, network)).toHaveLength(150);
  expect(kept.size).toBe(50);
  expect(asked.length).toBeLessThan(55);
  expect(waited()).toBe(0);
  room = 1000;
  expect(await fillShell(files, { ...store, put }, network)).toEqual([]);
});

it('a portal’s page, an error and a redirect are no file of the app', async () => {
  for (const foreign of [portal, redirected, () => new Response('', { status: 502 })]) {
    const { kept, store, network } = world(foreign);
    expect((await fillShell(files.slice(0, 3), store, network)).length).toBe(3);
    expect(kept.size).toBe(0);
  }
  const page = { url: 'index.html', revision: '1' };
  for (const [answer, missing] of [
    [portal, 1],
    [() => new Response('<div id="root"></div>'), 0],
  ] as const) {
    const { store, network } = world(answer);
    expect(await fillShell([page], store, network)).toHaveLength(missing);
  }
});
