import { useEffect, useEffectEvent } from 'react';

/** The language's own declarations do not know it yet. */
declare const CloseWatcher: (new () => EventTarget & { destroy: () => void }) | undefined;

/** What lies over the page, and closes when the person goes back. */
interface Layer {
  readonly close: () => void;
  /** The address names it: going back to the same page shows that page as it was. */
  readonly isInAddress: boolean;
}

/** The topmost last. */
const layers: Layer[] = [];

/** Every layer knows Escape itself: told of it by the watcher too, it would answer the question that it has just asked. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && layers.length > 0) event.preventDefault();
}

let watcher: { destroy: () => void } | null = null;

/**
 * Where Back is a key of the phone, the browser tells of it itself: the app's history may have no earlier page, and Back would
 * leave the app. One watcher for all layers: those that are made without a touch between are told at once.
 */
function watchBack(): void {
  if (layers.length === 0) {
    watcher?.destroy();
    watcher = null;
    return;
  }
  const Watcher = typeof CloseWatcher === 'undefined' ? undefined : CloseWatcher;
  if (Watcher === undefined || watcher !== null || !matchMedia('(pointer: coarse)').matches) return;
  const made = new Watcher();
  watcher = made;
  made.addEventListener('close', () => {
    // It tells once, and the layer may stay: it asks about what was typed.
    watcher = null;
    layers.at(-1)?.close();
    watchBack();
  });
  // Added once, however often; it stays.
  window.addEventListener('keydown', keepEscape);
}

/** While something lies over the page, Back closes that and leaves the page where it is, as on any phone. */
export function useBackCloses(isOpen: boolean, close: () => void, isInAddress = false): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { close: () => handleBack(), isInAddress };
    layers.push(layer);
    watchBack();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      watchBack();
    };
  }, [isOpen, isInAddress]);
}

/** What Back closes instead of going; `isSamePage`: it would only change the page's own address. */
export function layerOver(isSamePage: boolean): Layer | undefined {
  const top = layers.at(-1);
  return top !== undefined && isSamePage && top.isInAddress ? undefined : top;
}
