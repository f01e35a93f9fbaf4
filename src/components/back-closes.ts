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

/**
 * Where Back is a key of the phone, the browser tells of it itself: the app's history may have no earlier page, and Back would
 * leave the app. On desks the same signal is Escape, which every layer knows already.
 */
function watchBack(close: () => void): () => void {
  const Watcher = typeof CloseWatcher === 'undefined' ? undefined : CloseWatcher;
  if (Watcher === undefined || !matchMedia('(pointer: coarse)').matches) return () => undefined;
  const start = () => {
    const watcher = new Watcher();
    watcher.addEventListener('close', () => {
      // One watcher tells once, and the layer may stay: it asks about what was typed.
      last = start();
      close();
    });
    return watcher;
  };
  let last = start();
  return () => last.destroy();
}

/** While something lies over the page, Back closes that and leaves the page where it is, as on any phone. */
export function useBackCloses(isOpen: boolean, close: () => void, isInAddress = false): void {
  const handleBack = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return undefined;
    const layer: Layer = { close: () => handleBack(), isInAddress };
    layers.push(layer);
    const endWatch = watchBack(layer.close);
    return () => {
      endWatch();
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen, isInAddress]);
}

/** What Back closes instead of going; `isSamePage`: it would only change the page's own address. */
export function layerOver(isSamePage: boolean): Layer | undefined {
  const top = layers.at(-1);
  return top !== undefined && isSamePage && top.isInAddress ? undefined : top;
}
