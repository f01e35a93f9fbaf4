// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SideMenu } from '../../../src/app/side-menu.tsx';
import { render } from '../support/render.tsx';
import { viewer } from '../support/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;
/** The count of settlements comes with code of its own, at some moment, and asks for nothing here. */
const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

function Menu() {
  const [isWide, setWide] = useState(false);
  return (
    <QueryClientProvider client={queries}>
      <SideMenu
        user={viewer('ADMIN')}
        isWide={isWide}
        isDrawer={false}
        onClose={nothing}
        onOpen={() => setWide(true)}
        onSearch={nothing}
      />
    </QueryClientProvider>
  );
}

it('a group that is opened from the mini menu is in sight, whatever opens above it', async () => {
  const seen: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function see(this: Element) {
    seen.push(this);
  });
  const menu = await render(<Menu />, '/upload-loan');
  const group = menu.one('[aria-label="Rule Engine"]');
  group.focus();
  await menu.click(group);
  expect(seen).toEqual([group.closest('li')]);
});
