// @vitest-environment page
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { SideMenu } from '../../../src/app/side-menu.tsx';
import { render } from '../support/render.tsx';
import { viewer } from '../support/screen.tsx';

afterEach(() => vi.restoreAllMocks());

const nothing = () => undefined;

function Menu() {
  const [isWide, setWide] = useState(false);
  return (
    <SideMenu
      user={viewer('ADMIN')}
      isWide={isWide}
      isDrawer={false}
      onClose={nothing}
      onOpen={() => setWide(true)}
      onSearch={nothing}
    />
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
