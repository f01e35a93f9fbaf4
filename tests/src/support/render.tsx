import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterAll } from 'vitest';
import { theme } from '../../../src/components/theme.ts';
import { loadAllTexts, startTexts } from '../../../src/lib/texts/texts.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

let mounted: Root | null = null;

// What a dialog does a moment after it closed would come after the file's window is gone.
afterAll(async () => {
  await act(async () => mounted?.unmount());
  mounted = null;
});

/** A rendered piece of the app: its root element, ways to look at it and to act on it. */
export interface Rendered {
  root: HTMLElement;
  text: () => string;
  /** Elements by CSS selector; throws for `one` when there is none. */
  all: (selector: string) => HTMLElement[];
  one: (selector: string) => HTMLElement;
  /** The button of that name. */
  button: (name: string) => HTMLElement;
  click: (element: HTMLElement) => Promise<void>;
  type: (input: HTMLElement, text: string) => Promise<void>;
  again: (node: ReactNode) => Promise<void>;
  /** For who loads this module anew for each test: nothing of it may come after the file's window is gone. */
  unmount: () => Promise<void>;
}

/**
 * Renders under the app's providers in English, at an address. Queries of the piece itself, also of code that
 * comes later, ask for nothing: who tests what they show gives a client of its own.
 */
export async function render(node: ReactNode, address = '/'): Promise<Rendered> {
  await act(async () => mounted?.unmount());
  if (mounted === null) {
    await startTexts('en');
    await loadAllTexts();
  }
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const react = createRoot(root);
  mounted = react;
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const again = (next: ReactNode) =>
    act(async () =>
      react.render(
        <QueryClientProvider client={queries}>
          <MantineProvider env="test" theme={theme} withCssVariables={false}>
            <MemoryRouter initialEntries={[address]}>{next}</MemoryRouter>
          </MantineProvider>
        </QueryClientProvider>,
      ),
    );
  await again(node);
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
  const one = (selector: string) => {
    const [first] = all(selector);
    if (!first) throw new Error(`Nothing matches ${selector} in ${root.innerHTML}`);
    return first;
  };
  return {
    root,
    all,
    one,
    again,
    unmount: () => act(async () => react.unmount()),
    text: () => root.textContent ?? '',
    button: (name) => {
      const found = all('button').find(
        (each) => each.getAttribute('aria-label') === name || each.textContent === name,
      );
      if (!found) throw new Error(`There is no button ${name}.`);
      return found;
    },
    click: (element) => act(async () => element.click()),
    type: (input, typed) =>
      act(async () => {
        // React watches the element's own value: set it the way the browser does.
        const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value');
        value?.set?.call(input, typed);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }),
  };
}
