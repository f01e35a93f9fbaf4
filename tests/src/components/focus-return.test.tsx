// @vitest-environment page
import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { KeysDialog } from '../../../src/app/keys-dialog.tsx';
import { queryClient } from '../../../src/app/query-client.ts';
import { keysShownStore } from '../../../src/components/screen-keys.ts';
import { useFocusReturn } from '../../../src/components/use-focus-return.ts';
import { CommandPalette } from '../../../src/features/command-palette/command-palette.tsx';
import { render } from '../support/render.tsx';
import { PATIENCE } from '../../support/patience.ts';

const none = () => undefined;

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

/** A button, and a dialog of the frame as it is first mounted: already open. */
function Frame({ dialog }: { dialog: (isOpen: boolean) => ReactNode }) {
  const [state, setState] = useState<'new' | 'open' | 'closed'>('new');
  return (
    <>
      <button onClick={() => setState('open')}>Search</button>
      <button onClick={() => setState('closed')}>Done</button>
      {state !== 'new' && dialog(state === 'open')}
    </>
  );
}

function Keys({ isOpen }: { isOpen: boolean }) {
  keysShownStore.set(isOpen);
  return <KeysDialog />;
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

  it.each([
    { name: 'the keys', dialog: (isOpen: boolean) => <Keys isOpen={isOpen} /> },
    {
      name: 'the palette',
      dialog: (isOpen: boolean) => (
        <QueryClientProvider client={queryClient}>
          <CommandPalette isOpen={isOpen} onClose={none} screens={[]} loans={null} onGo={none} />
        </QueryClientProvider>
      ),
    },
  ])('$name, loaded when first opened, give the focus back at once', async ({ dialog }) => {
    const screen = await render(<Frame dialog={dialog} />);
    screen.button('Search').focus();
    await screen.click(screen.button('Search'));
    document.querySelector<HTMLElement>('[role=dialog] :is(input, button)')?.focus();
    expect(focused()).not.toBe('Search');
    await screen.click(screen.button('Done'));
    await vi.waitFor(() => expect(focused()).toBe('Search'), PATIENCE);
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
