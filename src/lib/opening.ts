import type { OpeningPicture } from './opening-picture.ts';

/** What a picture must have been taken for, to be shown here and now. */
export type OpeningPlace = Pick<OpeningPicture, 'address' | 'width' | 'build' | 'language'>;

const BOX = 'opening';
const MARK = 'opening';
const TAPPABLE = 'a, button, input';

let tapped: Element | null = null;

/** This page's address below the base path, size, build and language. */
export function openingPlace(): OpeningPlace {
  const { pathname, search } = window.location;
  const base = new URL(document.baseURI).pathname.length - 1;
  const main = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return {
    address: `${pathname.slice(base)}${search}`,
    width: window.innerWidth,
    build: main?.src ?? '',
    language: localStorage.getItem('recoup.language') ?? navigator.language,
  };
}

/** Does a picture show what this page would show now? */
export function isOpeningTrue(
  picture: OpeningPicture,
  place: OpeningPlace,
  nowMs: number,
): boolean {
  return (
    picture.address === place.address &&
    picture.width === place.width &&
    picture.build === place.build &&
    picture.language === place.language &&
    picture.takenAt <= nowMs &&
    nowMs < picture.until
  );
}

/** Shows a picture over the page. */
export function drawOpening({ html, styles }: OpeningPicture): void {
  const box = document.createElement('div');
  box.id = BOX;
  box.ariaBusy = 'true';
  // React wrote it and the vault's key proves it: nothing in it comes from anybody else.
  box.innerHTML = html;
  const sheet = document.createElement('style');
  sheet.textContent = styles;
  box.prepend(sheet);
  box.addEventListener('click', noteTap, true);
  document.documentElement.dataset[MARK] = '';
  document.body.prepend(box);
}

/** A tap is kept for the app; a telephone number is called at once. */
function noteTap(event: Event): void {
  const target = event.target instanceof Element ? event.target.closest(TAPPABLE) : null;
  if (target instanceof HTMLAnchorElement && target.protocol === 'tel:') return;
  event.preventDefault();
  tapped = target;
}

/** So long the picture waits for what stands above the list, milliseconds: a card must not move from under the thumb. */
const HOLD_MS = 600;
/** What stands above the list and is not known yet. */
const awaited = new Set<string>();
let isDrawn = false;

/** Something above the list is drawn later than the list: the picture stays until it is there, or is known not to come. */
export function holdOpening(name: string): void {
  if (document.getElementById(BOX) === null || isDrawn) return;
  awaited.add(name);
}

/** What was waited for is drawn, or does not come. */
export function releaseOpening(name: string): void {
  if (awaited.delete(name) && awaited.size === 0 && isDrawn) endOpening();
}

/** The app has drawn the list that the picture shows: the picture goes as soon as nothing will move the list any more. */
export function endOpeningWhenStill(): void {
  if (awaited.size === 0) {
    endOpening();
    return;
  }
  isDrawn = true;
  setTimeout(endOpening, HOLD_MS);
}

/** The app has drawn its own screen: the picture goes, and what was tapped on it is tapped there. */
export function endOpening(): void {
  awaited.clear();
  isDrawn = false;
  const box = document.getElementById(BOX);
  if (box === null) return;
  const place = tapped;
  tapped = null;
  const typed = [...box.querySelectorAll('input')].filter(({ value }) => value !== '');
  const focused = box.contains(document.activeElement) ? document.activeElement : null;
  box.remove();
  delete document.documentElement.dataset[MARK];
  setTimeout(() => {
    if (focused !== null) sameInApp(focused)?.focus();
    for (const input of typed) typeAgain(input);
    if (place !== null) tapAgain(place);
  });
}

/** The app's own element in the place of one of the picture. */
const sameInApp = (element: Element): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`#root ${element.localName}`)].find(
    (each) => nameOf(each) === nameOf(element),
  );

/** What was typed before the app was there stands in its own field, as if typed there. */
function typeAgain(input: HTMLInputElement): void {
  const same = sameInApp(input);
  if (!(same instanceof HTMLInputElement)) return;
  // React keeps a field's value to itself: only the browser's own setter is noticed.
  Reflect.set(HTMLInputElement.prototype, 'value', input.value, same);
  same.dispatchEvent(new InputEvent('input', { bubbles: true, data: input.value }));
}

function tapAgain(place: Element): void {
  const same = sameInApp(place);
  if (same instanceof HTMLInputElement) same.focus();
  else if (same !== undefined) same.click();
  // What it led to is not on the screen any more: its own page says what became of it.
  else if (place instanceof HTMLAnchorElement) window.location.assign(place.href);
}

const nameOf = (element: Element) =>
  element.getAttribute('href') ??
  element.getAttribute('aria-label') ??
  element.getAttribute('placeholder') ??
  element.textContent;
