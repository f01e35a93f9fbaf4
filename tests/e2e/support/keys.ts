import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

const MOST_STOPS = 120;

/** Moves the focus to an element as a person without a mouse does. Throws when Tab does not come by it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

/** Chooses a file with the keyboard alone: the input behind a drop field opens on Space. */
export async function attachByKeys(
  page: Page,
  input: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(page, input);
  // The browser opens no second chooser while it is not done with the first: the key is pressed again, as a person would.
  await expect(async () => {
    const chooser = page.waitForEvent('filechooser', { timeout: 5000 });
    await page.keyboard.press('Space');
    await (await chooser).setFiles(file);
  }).toPass();
  await expect(page.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible();
}
