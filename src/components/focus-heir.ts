import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Whether nothing usable has the focus: a keyboard would begin again at the top of the page. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
  );
}

const isAfter = (one: Element, other: Node): boolean =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

/** The part of the page in which focus stays. */
const areaOf = (element: Element): Element =>
  element.closest('[role="dialog"], main') ?? document.body;

/**
 * What can have the focus in an element's place, the nearest first: what comes after it, what comes before. Asked while the element is still there.
 */
export function heirsOf(element: Element): HTMLElement[] {
  const all = stopsIn(areaOf(element)).filter((each) => !element.contains(each));
  return nearestFirst(all, (each) => isAfter(each, element));
}

/** Where the content of a wizard's step stands: it takes the focus when nothing in it does. */
const STEP = '[data-step]';

const isOfStep = (node: Node): boolean =>
  node instanceof Element && (node.matches(STEP) || node.querySelector(STEP) !== null);

/** What has the focus after a step of a wizard: the step that came, though it may still have to be read; no button far below. */
export function heirsOfStep(changes: readonly MutationRecord[]): HTMLElement[] {
  const change = changes.find(
    ({ target, addedNodes, removedNodes }) =>
      (target instanceof Element && target.matches(STEP)) ||
      [...addedNodes, ...removedNodes].some(isOfStep),
  );
  if (!(change?.target instanceof Element)) return [];
  const step = areaOf(change.target).querySelector<HTMLElement>(STEP);
  return step === null ? [] : [...stopsIn(step), step];
}

/** The same of what has gone, by the record of that: what stood beside it comes first. */
export function heirsAt({ target, previousSibling }: MutationRecord): HTMLElement[] {
  const before = previousSibling?.isConnected === true ? previousSibling : null;
  const all = stopsIn(areaOf(target instanceof Element ? target : document.body));
  const heirs = nearestFirst(all, (each) =>
    before === null ? isAfter(each, target) : isAfter(each, before) && !before.contains(each),
  );
  return [...heirs.filter((each) => target.contains(each)), ...heirs];
}

const stopsIn = (area: Element): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.tabIndex >= 0);

const nearestFirst = (
  all: readonly HTMLElement[],
  isFollowing: (each: HTMLElement) => boolean,
): HTMLElement[] => [
  ...all.filter((each) => isFollowing(each)),
  ...all.filter((each) => !isFollowing(each)).toReversed(),
];

/** The heading that an element stands under. */
export function headingOf(element: Element): HTMLElement | null {
  const headings = [...areaOf(element).querySelectorAll<HTMLElement>('h1, h2, h3')];
  const heading = headings.findLast((each) => isAfter(element, each)) ?? null;
  // It takes the focus from a script, and no turn of Tab.
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/** Gives a focus that was lost to the first that takes it. */
export function passFocus(heirs: readonly HTMLElement[]): void {
  if (!isFocusLost()) return;
  for (const heir of heirs.filter((each) => each.isConnected && !each.matches(':disabled'))) {
    heir.focus();
    if (document.activeElement === heir) return;
  }
}

/** Finds what takes an element's focus, while it is still there. */
type FindHeir = (gone: HTMLElement) => HTMLElement | null | undefined;

/** What takes the focus of an element that goes. */
export interface FocusHeirs {
  /** It is there and can not be used. */
  isDisabled?: boolean;
  /** Before what stands beside it. */
  first?: FindHeir;
  /** After what stands beside it, before everything else. */
  next?: FindHeir;
}

/**
 * When an element goes, or is disabled, with the focus in it, the focus passes on: to what stands beside it, else to what
 * comes next. Without this it falls to the page's body, and Tab begins again at the top.
 */
export function useFocusHeir(ref: RefObject<HTMLElement | null>, given: FocusHeirs = {}): void {
  const { isDisabled = false } = given;
  const find = useRef(given);
  useLayoutEffect(() => {
    find.current = given;
  });
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const pass = () => {
      if (!element.contains(document.activeElement)) return;
      const { first, next } = find.current;
      const heirs = heirsOf(element);
      const beside = heirs.filter((each) => element.parentElement?.contains(each));
      const order = [first?.(element), ...beside, next?.(element), ...heirs];
      // After this step, when it is known what stays.
      queueMicrotask(() => passFocus(order.filter((each) => each != null)));
    };
    if (isDisabled) pass();
    return pass;
  }, [ref, isDisabled]);
}
