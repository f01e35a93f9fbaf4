/** What page and worker both may have of `navigator`; each part may be missing (a test, an old browser). */
export interface Platform {
  readonly locks?: LockManager;
  readonly storage?: Pick<StorageManager, 'estimate' | 'persisted'> & {
    readonly persist?: () => Promise<boolean>;
  };
  readonly userAgent?: string;
}

/** The browser's services that this device has. */
export function platform(): Platform {
  return (globalThis as { navigator?: Platform }).navigator ?? {};
}
