// @vitest-environment happy-dom
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useFocusReturn } from '../../../src/components/use-focus-return.ts';
import { render } from '../support/render.tsx';
import { PATIENCE } from '../../support/patience.ts';

function Dialog({ onClose }: { onClose: () => void }) {
  useFocusReturn();
  return <button onClick={onClose}>Close</button>;
}

/** A button, and a menu's item, each of which opens a dialog that is there only while it is open. */
function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [hasMenu, setMenu] = useState(true);
  const open = () => {
    setOpen(true);
    setMenu(false);
  };
  return (
    <>
      <button onClick={() => setOpen(true)}>Add</button>
      <button id="actions">Actions</button>
      {hasMenu && (
        <div role="menu" aria-labelledby="actions">
          <button onClick={open}>Delete</button>
        </div>
      )}
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  );
}

const focused = () => document.activeElement?.textContent;

describe('a dialog that goes', () => {
  it.each([
    { opener: 'Add', back: 'Add' },
    { opener: 'Delete', back: 'Actions' },
  ])('opened by $opener gives the focus back to $back', async ({ opener, back }) => {
    const screen = await render(<Screen />);
    screen.button(opener).focus();
    await screen.click(screen.button(opener));
    screen.button('Close').focus();
    await screen.click(screen.button('Close'));
    await vi.waitFor(() => expect(focused()).toBe(back), PATIENCE);
  });

  it('leaves the focus where it has gone meanwhile', async () => {
    const screen = await render(<Screen />);
    screen.button('Add').focus();
    await screen.click(screen.button('Add'));
    screen.button('Actions').focus();
    await screen.click(screen.button('Close'));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(focused()).toBe('Actions');
  });
});
