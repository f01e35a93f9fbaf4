import { createStore } from '../lib/store.ts';

/** Is the screen locked? Whoever is logged in opens it by PIN or fingerprint; what stood on it is kept, out of sight. */
export const lockStore = createStore(false);

/** Can whoever is logged in lock this phone: is there a PIN or fingerprint to open it by? */
export const canLockStore = createStore(false);

/** Opened without the password while the session was over: what needs the server waits for the password. */
export const passwordDueStore = createStore(false);
