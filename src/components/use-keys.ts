import { useLayoutEffect, useRef } from 'react';

/** What a key does; keys as `event.key` says them, `Ctrl+` and `Ctrl+Shift+` before them (Cmd counts as Ctrl). */
export type KeyMap = Readonly<Record<string, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return target.type !== 'radio' && target.type !== 'checkbox';
  return target.matches(
    'textarea, select, [contenteditable], [role="combobox"], [role="menu"] *, [data-dates-dropdown] *',
  );
}

/** The key that a press of another script's letter is on a Latin keyboard, where the list of keys names it; else as it is. */
function latinKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (!/^\P{ASCII}+$/u.test(key)) return key;
  if (code === 'Slash' && shiftKey) return '?';
  return /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key;
}

/** How a key press is named in a key map; letters without regard to case or script. */
function keyName(event: KeyboardEvent): string {
  const isControl = event.ctrlKey || event.metaKey;
  const named = latinKey(event);
  const key = named.length === 1 ? named.toLowerCase() : named;
  if (!isControl) return key;
  return event.shiftKey ? `Ctrl+Shift+${key}` : `Ctrl+${key}`;
}

/** What is asked for and not there yet: the keys that act all the same while each is awaited. */
const awaited = new Set<readonly string[]>();

/** What is typed in one go goes to one place: a press belongs to the one before when it follows within this time. */
const ONE_GO_MS = 500;
let lastHeldMs = Number.NEGATIVE_INFINITY;

/** Characters that are held back reach nothing else either: a radio button or a list would choose by them. */
function keepFromAll(event: KeyboardEvent): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target) || !isHeld(event, keyName(event))) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Stands in for a dialog or a record that is on its way: what is typed meanwhile is meant for it, and does nothing, to the end of
 * what is typed in one go. Half of it would mean something else.
 */
export function KeysHeld({ but = NO_KEYS }: { but?: readonly string[] }): null {
  useLayoutEffect(() => {
    const own = [...but];
    awaited.add(own);
    // It stays when nothing is awaited any more: the rest of what is typed in that go is held back too.
    window.addEventListener('keydown', keepFromAll, true);
    return () => {
      awaited.delete(own);
    };
  }, [but]);
  return null;
}

const NO_KEYS: readonly string[] = [];
const MODIFIERS = new Set(['Control', 'Shift', 'Meta', 'AltGraph', 'CapsLock']);

/** Whether a press, as key maps name it, is held back. */
function isHeld({ key, timeStamp, target }: KeyboardEvent, name: string): boolean {
  if (MODIFIERS.has(key)) return false;
  const isAwaited = [...awaited].some((but) => !but.includes(name));
  // A command is no part of what is typed, and what goes into a field has its place.
  if (name.startsWith('Ctrl+')) return isAwaited;
  const isHeldBack = isAwaited || (timeStamp - lastHeldMs < ONE_GO_MS && !isTyping(target));
  if (isHeldBack) lastHeldMs = timeStamp;
  return isHeldBack;
}

/** Presses that a key map has answered: the other maps leave them. */
const answered = new WeakSet<KeyboardEvent>();

/** The key, by its place on the keyboard, whose press was answered last and is held down; null once another is pressed. */
let heldDown: string | null = null;

/** A press that was answered is meant once: held down it neither does it again nor types into the field that it led to. */
function keepRepeats(event: KeyboardEvent): void {
  if (!event.repeat) heldDown = null;
  else if (event.code === heldDown) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * Keys of a screen or of the frame: single keys do nothing while someone types or a dialog is open; those with Ctrl work in fields
 * too. Held down they act once, but those of `onward` as often as they repeat.
 */
export function useKeys(keys: KeyMap, onward: readonly string[] = NO_KEYS): void {
  const current = useRef(keys);
  // With what is drawn, not after it: a key is pressed as soon as somebody sees what it is for.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (answered.has(event) || event.altKey) return;
      const name = keyName(event);
      if (isHeld(event, name) || document.querySelector('[role="dialog"]') !== null) return;
      // A select takes every Enter for itself; with Ctrl it is meant for the screen.
      if (!name.startsWith('Ctrl+') && (event.defaultPrevented || isTyping(event.target))) return;
      const act = current.current[name];
      if (act === undefined) return;
      answered.add(event);
      event.preventDefault();
      const goesOn = onward.includes(name);
      if (event.repeat && !goesOn) return;
      if (!goesOn) heldDown = event.code;
      act();
    };
    window.addEventListener('keydown', keepRepeats, true);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [onward]);
}
