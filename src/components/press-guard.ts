/** How soon after a press another one belongs to it, in milliseconds: a double press. */
const SOON = 500;

/**
 * What is pressed twice, by Enter, the space bar, a finger or the mouse, is pressed once where a screen puts something else
 * in its place meanwhile: the "yes" of a question, what lies under it, the next row's button. Returns how to stop.
 */
export function guardPresses(): () => void {
  const stopKeys = guardKeys();
  const stopClicks = guardClicks();
  return () => {
    stopKeys();
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
