/** Who looks at this device, as the service worker should know when a push arrives. */
export interface PushReader {
  /** Null: nobody is logged in. */
  readonly userId: string | null;
  /** The language last used here. */
  readonly language: string;
}

const CACHE = 'recoup-push';
/** The cache wants an address; nothing is ever asked for there. */
const ADDRESS = '/recoup-push-reader';

/** Notes who looks at this device, for the worker, which cannot see the session. Never rejects. */
export async function notePushReader(reader: PushReader): Promise<void> {
  try {
    await (await caches.open(CACHE)).put(ADDRESS, Response.json(reader));
  } catch {
    // No such storage here (not HTTPS, or full): the worker then shows general words.
  }
}

/** Who looks at this device: nobody, in English, when that is not known. */
export async function readPushReader(): Promise<PushReader> {
  const nobody = { userId: null, language: 'en' };
  try {
    const stored = await (await caches.open(CACHE)).match(ADDRESS);
    const found = (await stored?.json()) as Partial<PushReader> | undefined;
    return {
      userId: typeof found?.userId === 'string' ? found.userId : null,
      language: typeof found?.language === 'string' ? found.language : 'en',
    };
  } catch {
    return nobody;
  }
}
