import type { Page } from '@playwright/test';

/**
 * Makes the last sign of life of whoever delivers this author's work so much older, as if that time had passed without
 * one. Throws when there is none.
 */
export async function ageHeartbeat(page: Page, userId: string, byMs: number): Promise<void> {
  await page.evaluate(
    async ([key, ms]) => {
      const failure = new Error('The phone has no sign of life to change.');
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('recoup-device');
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(failure));
      });
      const changing = database.transaction('values', 'readwrite');
      const values = changing.objectStore('values');
      let isAged = false;
      values.get(key).addEventListener('success', ({ target }) => {
        const beat: unknown = target instanceof IDBRequest ? target.result : null;
        if (typeof beat !== 'number') return;
        isAged = true;
        values.put(beat - ms, key);
      });
      await new Promise((resolve) => changing.addEventListener('complete', resolve));
      database.close();
      if (!isAged) throw failure;
    },
    [`heartbeat:recoup-delivery-${userId}`, byMs] as const,
  );
}
