// @vitest-environment page
import { act, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileDrop } from '../../../src/components/file-drop.tsx';
import { ToastHost } from '../../../src/components/toast-host.tsx';
import { toastStore } from '../../../src/components/toast-store.ts';
import { render } from '../support/render.tsx';

const first = new File(['a'], 'first.pdf');
const second = new File(['b'], 'second.pdf');

function Chosen() {
  const [files, setFiles] = useState<readonly File[]>([first, second]);
  return (
    <FileDrop
      label="Papers"
      endings={['.pdf']}
      maxBytes={100}
      most={5}
      files={files}
      onFiles={setFiles}
    />
  );
}

function Screen({ hasFiles }: { hasFiles: boolean }) {
  return (
    <>
      {hasFiles && <Chosen />}
      <ToastHost />
    </>
  );
}

const press = (target: Element | null, key: string) =>
  act(async () => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

describe('a removed file', () => {
  beforeEach(() => toastStore.set([]));

  it('comes back when its removal is undone, whatever was removed since', async () => {
    const page = await render(<Screen hasFiles />);
    await page.click(page.one('[aria-label="Remove first.pdf"]'));
    await page.click(page.one('[aria-label="Remove second.pdf"]'));
    expect(page.all('li')).toHaveLength(0);
    expect(page.text()).toContain('first.pdf was removed');
    await page.click(page.button('Undo'));
    expect(page.all('li').map((file) => file.textContent)).toEqual([
      expect.stringContaining('first.pdf'),
    ]);
  });

  it('comes back by keys from anywhere, and the focus with it', async () => {
    const page = await render(<Screen hasFiles />);
    await page.click(page.one('[aria-label="Remove first.pdf"]'));
    const next = page.one('[aria-label="Remove second.pdf"]');
    next.focus();
    await press(next, 'u');
    expect(document.activeElement).toBe(page.button('Undo'));
    await press(document.activeElement, 'Escape');
    expect(document.activeElement).toBe(next);
    await press(next, 'u');
    await page.click(page.button('Undo'));
    expect(page.all('li')).toHaveLength(2);
    expect(document.activeElement).toBe(next);
  });

  it('is no longer offered back once its form is gone', async () => {
    const page = await render(<Screen hasFiles />);
    await page.click(page.one('[aria-label="Remove first.pdf"]'));
    await page.again(<Screen hasFiles={false} />);
    expect(page.text()).not.toContain('was removed');
  });
});
