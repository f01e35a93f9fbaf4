import type { AgentPhone } from './agent-phone.ts';

/** The ids of the loans in the phone's cache, one for each time it is there. */
export async function cachedLoanIds({ page, agent }: AgentPhone): Promise<string[]> {
  return page().evaluate(async (name) => {
    const failure = new Error('The cache can not be read.');
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(failure));
    });
    const blocks = await new Promise<{ loanIds: string[] }[]>((resolve, reject) => {
      const reading: IDBRequest<{ loanIds: string[] }[]> = database
        .transaction('loanBlocks')
        .objectStore('loanBlocks')
        .getAll();
      reading.addEventListener('success', () => resolve(reading.result));
      reading.addEventListener('error', () => reject(failure));
    });
    database.close();
    return blocks.flatMap(({ loanIds }) => loanIds);
  }, `recoup-cache-${agent.id}`);
}
