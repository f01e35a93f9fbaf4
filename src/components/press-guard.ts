/** How soon after a press another one belongs to it, in milliseconds: a double press. */
const SOON = 500;

/**
 * Enter and the space bar press what had the focus when they went down first. Held or pressed twice they leave alone what
 * a screen puts the focus on meanwhile: the "yes" of a question, the next row's button, the one beside what went. Any
 * other key says that somebody goes on. Returns how to stop.
 */
export function guardPresses(): () => void {
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
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', guard, { capture: true });
  return () => window.removeEventListener('keydown', guard, { capture: true });
}
