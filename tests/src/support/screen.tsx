import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { ANSWER_HEADER, UNASKED } from '../../../contract/answer-mark.ts';
import type { Call, CallAnswer } from '../../../contract/call.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { queryClient } from '../../../src/app/query-client.ts';
import { ConfirmHost } from '../../../src/components/confirm-dialog.tsx';
import { toastStore } from '../../../src/components/toast-store.ts';
import { loggedInUser } from './logged-in-user.ts';
import { render } from './render.tsx';
import type { Rendered } from './render.tsx';

/** The n-th of the ids that tests make up. */
export const madeId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Whoever looks at a screen. */
export const viewer = (role: LoggedInUser['role']): LoggedInUser => ({
  ...loggedInUser('usha', role),
  _id: madeId(1),
  fullName: 'Usha Rao',
});

/** One page that holds all rows of a list. */
export const onePage = <Row,>(data: Row[]) => ({
  data,
  page: 1,
  pageSize: 10,
  totalCount: data.length,
  isCountExact: true,
});

/** A call as the screen sent it. */
export interface Sent {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON, or null. */
  readonly body: unknown;
}

/** An answer, or what makes it from the request. A refusal is thrown. */
type Reply<C extends Call> = CallAnswer<C> | ((sent: Sent) => CallAnswer<C>);

/** What the server refuses a call with. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? 'Refused.');
    this.status = status;
    this.body = body;
  }
}

/** A server of a few calls: it answers by the contract's entries, and keeps what was sent. */
export class FakeServer {
  readonly sent: Sent[] = [];
  private readonly replies: { call: Call; pattern: RegExp; reply: Reply<Call> }[] = [];

  /** Answers a call from now on; the last word counts. */
  on<C extends Call>(call: C, reply: Reply<C>): this {
    const path = call.path.startsWith('/api/') ? call.path : `/api/v1${call.path}`;
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`);
    this.replies.unshift({ call, pattern, reply });
    return this;
  }

  /** What was sent of a call, in its order. */
  sentOf(call: Call): Sent[] {
    return this.sent.filter(({ name }) => name === call.name);
  }

  readonly fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, 'http://recoup.test');
    const method = init.method ?? 'GET';
    const found = this.replies.find(
      ({ call, pattern }) => call.method === method && pattern.test(pathname),
    );
    if (found === undefined) throw new Error(`No answer is told for ${method} ${pathname}.`);
    const sent = {
      name: found.call.name,
      path: pathname,
      query: Object.fromEntries(searchParams),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    };
    this.sent.push(sent);
    try {
      const { reply } = found;
      return Response.json(typeof reply === 'function' ? reply(sent) : reply);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = { code: 'REFUSED', message: error.message, details: {}, ...error.body };
      return Response.json(body, {
        status: error.status,
        headers: { [ANSWER_HEADER]: UNASKED },
      });
    }
  };
}

/** Waits until what was asked is answered and drawn. */
export const settled = () => act(async () => new Promise((resolve) => setTimeout(resolve, 30)));

/** A screen under the app's providers, with a server of its own; dialogs and toasts included. */
export async function openScreen(
  node: ReactNode,
  server: FakeServer,
  address = '/',
): Promise<Rendered> {
  vi.stubGlobal('fetch', server.fetch);
  toastStore.set([]);
  // Text areas that grow ask whether fonts are loaded; this document has none.
  if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });
  queryClient.clear();
  const view = await render(
    <QueryClientProvider client={queryClient}>
      {node}
      <ConfirmHost />
    </QueryClientProvider>,
    address,
  );
  await settled();
  return view;
}

/** Takes back what was just done, as the newest toast offers it. */
export async function undo(): Promise<void> {
  await act(async () => toastStore.get().at(-1)?.onUndo?.());
  await settled();
}

/** What the toasts say. */
export const toasts = () => toastStore.get().map(({ message }) => message);

/** An element anywhere in the page: dialogs stand beside the rendered root. */
export function element(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`Nothing matches ${selector} in ${document.body.innerHTML}`);
  return found;
}

/** A button anywhere in the page, by its words. */
export function buttonOf(words: string): HTMLElement {
  const found = [...document.querySelectorAll('button')].find(
    (each) => each.textContent === words || each.getAttribute('aria-label') === words,
  );
  if (found === undefined) throw new Error(`There is no button ${words}.`);
  return found;
}

/** Presses such a button, and waits for what it does. */
export async function press(words: string): Promise<void> {
  await act(async () => buttonOf(words).click());
  await settled();
}

/** Sends the form that is open. */
export async function submit(selector = 'form'): Promise<void> {
  await act(async () => {
    element(selector).dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settled();
}

/** An input by its name. */
export const inputOf = (name: string) => element(`input[name="${name}"]`) as HTMLInputElement;

/** What stands under a field, found as a screen reader does. */
export function saidAt(name: string): string {
  const ids = (element(`[name="${name}"]`).getAttribute('aria-describedby') ?? '').split(' ');
  return ids
    .map((id) => document.querySelector(`[id="${id}"]`)?.textContent ?? '')
    .join(' ')
    .trim();
}
