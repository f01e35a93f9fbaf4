/** How soon after a press another one belongs to it, in milliseconds: a double press. */
const SOON = 500;

/**
 * What is pressed twice, by Enter, the space bar, a finger or the mouse, is pressed once where a screen puts something else
 * in its place meanwhile: the "yes" of a question, what lies under it, the next row's button. Returns how to stop.
 */
export function guardPresses(): () => void {
  const stopKeys = guardKeys();
  const stopMoved = guardMoved();
  const stopClicks = guardClicks();
  return () => {
    stopKeys();
    stopMoved();
    stopClicks();
  };
}

function leaveAlone(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Keys press what had the focus when they went down first, also when held. Any other key says that somebody goes on. */
function guardKeys(): () => void {
  let pressed: { target: EventTarget | null; at: number } | null = null;
  const guard = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') {
      pressed = null;
      return;
    }
    const { target, timeStamp: at } = event;
    const isSoon = pressed !== null && at - pressed.at < SOON;
    const isMeant = !event.repeat && !(isSoon && pressed?.target !== target);
    if (isMeant || !(target instanceof Element && target.closest('button, a[href]'))) {
      pressed = { target, at };
      return;
    }
    if (pressed !== null) pressed.at = at;
    leaveAlone(event);
  };
  window.addEventListener('keydown', guard, { capture: true });
  return () => window.removeEventListener('keydown', guard, { capture: true });
}

/** Fields are left as they are: a label clicks its field by itself, and nothing is done by that. */
const FIELDS = 'label, input, select, textarea';

/** So far apart, in CSS pixels, clicks are not a double one whatever is counted: quick fingers on a pad of digits. */
const NEAR = 8;

/** The second click of a double one is for what the first was on: no row opens, no dialog closes for it. */
function guardClicks(): () => void {
  let clicked: { on: Element; x: number; y: number } | null = null;
  const guard = (event: MouseEvent) => {
    const { target, detail, clientX: x, clientY: y } = event;
    // Keys and code click without a count.
    if (detail === 0 || !(target instanceof Element) || target.closest(FIELDS)) return;
    const on = target.closest('button, a[href]') ?? target;
    const isSecond =
      detail > 1 && clicked !== null && Math.hypot(x - clicked.x, y - clicked.y) < NEAR;
    if (!isSecond) clicked = { on, x, y };
    else if (clicked?.on !== on) leaveAlone(event);
  };
  window.addEventListener('click', guard, { capture: true });
  return () => window.removeEventListener('click', guard, { capture: true });
}

/** What does something, or chooses, when it is pressed. */
const PRESSED =
  'button, a[href], label, summary, [role="option"], input:is([type="checkbox"], [type="radio"])';

/**
 * A press is meant for what it went down on. What comes late above a button (an answer, the refusal of the field that is
 * left by the press) moves it away before the press goes up: the browser clicks then on what both have around them, or, of
 * a finger, on what lies there by now. Where it is gone, or something came over it, nothing is pressed.
 */
function guardMoved(): () => void {
  let down: { on: Element; x: number; y: number; box: DOMRect } | null = null;
  const press = ({ target, clientX: x, clientY: y, isPrimary, button }: PointerEvent) => {
    const on = target instanceof Element ? target.closest(PRESSED) : null;
    const isPress = on !== null && isPrimary && button === 0;
    down = isPress ? { on, x, y, box: on.getBoundingClientRect() } : null;
  };
  const guard = (event: MouseEvent) => {
    const { target, detail, clientX: x, clientY: y } = event;
    // Keys and code click without a count.
    if (detail === 0 || down === null || !(target instanceof Element)) return;
    const { on, box, ...from } = down;
    down = null;
    const hasStayed = Math.hypot(x - from.x, y - from.y) < NEAR;
    if (!hasStayed || on.contains(target)) return;
    const now = on.getBoundingClientRect();
    const isGone = !on.isConnected || (box.width > 0 && now.width === 0);
    const hasMoved = !isGone && now.width > 0 && Math.hypot(now.x - box.x, now.y - box.y) >= 1;
    // Else the pointer slid off its edge.
    if (!isGone && !hasMoved && !isWithin(now, event)) return;
    event.preventDefault();
    // Nobody is told of it, the guard of double clicks neither.
    event.stopImmediatePropagation();
    if (hasMoved && !on.matches(':disabled')) on.dispatchEvent(new MouseEvent('click', event));
  };
  window.addEventListener('pointerdown', press, { capture: true });
  window.addEventListener('click', guard, { capture: true });
  return () => {
    window.removeEventListener('pointerdown', press, { capture: true });
    window.removeEventListener('click', guard, { capture: true });
  };
}

const isWithin = (box: DOMRect, { clientX: x, clientY: y }: MouseEvent): boolean =>
  x >= box.left && x < box.right && y >= box.top && y < box.bottom;
