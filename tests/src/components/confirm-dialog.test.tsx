// @vitest-environment page
import { Button } from '@mantine/core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ConfirmHost, useConfirm } from '../../../src/components/confirm-dialog.tsx';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

/** A row whose button is busy once somebody is sure. */
function Row() {
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const ask = async () =>
    setBusy(await confirm({ body: 'Was it counted?', confirmLabel: 'Counted' }));
  return (
    <main>
      <Button loading={isBusy} onClick={() => void ask()}>
        Verify
      </Button>
      <button>Undo</button>
      <ConfirmHost />
    </main>
  );
}

it.each([
  { answer: 'Counted', back: 'Undo' },
  { answer: 'Cancel', back: 'Verify' },
])('after $answer the focus is at $back', async ({ answer, back }) => {
  const row = await render(<Row />);
  row.button('Verify').focus();
  await row.click(row.button('Verify'));
  const choice = () =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(
      (each) => each.textContent === answer,
    );
  await vi.waitFor(() => expect(choice()).toBeDefined(), PATIENCE);
  choice()?.focus();
  await row.click(choice() as HTMLElement);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe(back), PATIENCE);
});
