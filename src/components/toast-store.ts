import { createStore } from '../lib/store.ts';

/** What a toast offers to do, by the words on its button. */
export interface ToastAction {
  label: string;
  run: () => void;
}

/** One toast on screen. */
export interface Toast {
  id: number;
  kind: 'success' | 'info' | 'error';
  message: string;
  /** Takes back what was just done; its button stands in the toast. */
  onUndo?: () => void;
  /** Makes the whole toast a button. */
  onOpen?: () => void;
  /** A second thing to do about it; its button stands in the toast. */
  action?: ToastAction;
  lifeMs: number;
}

/** How long an undo stays offered. */
const UNDO_MS = 8000;
const SUCCESS_MS = 4000;
const ERROR_MS = 8000;
const MOST_AT_ONCE = 4;

/** The toasts on screen, oldest first. */
export const toastStore = createStore<readonly Toast[]>([]);

let lastId = 0;

/** Only words: nothing is lost when the same words said again take its place. */
const isPlain = ({ onUndo, onOpen, action }: Omit<Toast, 'id'>): boolean =>
  onUndo === undefined && onOpen === undefined && action === undefined;

function show(toast: Omit<Toast, 'id'>): number {
  lastId += 1;
  const others = toastStore
    .get()
    .filter((shown) => !isPlain(shown) || !isPlain(toast) || shown.message !== toast.message);
  toastStore.set(fewEnough([...others, { ...toast, id: lastId }]));
  return lastId;
}

/** Room for the newest: the oldest that only says what went well goes first, then the oldest error, then the oldest of others. An undo stays its time. */
function fewEnough(toasts: readonly Toast[]): readonly Toast[] {
  if (toasts.length <= MOST_AT_ONCE) return toasts;
  const before = toasts.slice(0, -1);
  const going =
    before.find((each) => isPlain(each) && each.kind !== 'error') ??
    before.find(isPlain) ??
    before.find(({ onUndo }) => onUndo === undefined);
  return going === undefined ? toasts : fewEnough(toasts.filter((each) => each !== going));
}

/** Takes a toast off the screen; nothing happens when it is gone already. */
export function hideToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

/** Says that something was done. Pass words of the catalogue. Returns the toast's id. */
export function showSuccess(message: string): number {
  return show({ kind: 'success', message, lifeMs: SUCCESS_MS });
}

/** Tells something that nobody asked for just now; `onOpen` makes it clickable. */
export function showInfo(message: string, onOpen?: () => void, lifeMs = SUCCESS_MS): number {
  return show({ kind: 'info', message, lifeMs, ...(onOpen && { onOpen }) });
}

/** Tells something that may be opened, or dealt with by its action, for so long. */
export function showOffer(
  message: string,
  offer: { onOpen: () => void; action: ToastAction; lifeMs: number },
): number {
  return show({ kind: 'info', message, ...offer });
}

/** Says what went wrong: the words of spec 8 (`messageOf` in src/remote makes them of an error). */
export function showError(message: string): number {
  return show({ kind: 'error', message, lifeMs: ERROR_MS });
}

/** Says that something was removed and offers to take it back for eight seconds. */
export function showUndo(message: string, onUndo: () => void): number {
  return show({ kind: 'success', message, onUndo, lifeMs: UNDO_MS });
}
