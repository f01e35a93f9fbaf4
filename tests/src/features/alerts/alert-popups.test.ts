// @vitest-environment page
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hideToast, showSuccess, toastStore } from '../../../../src/components/toast-store.ts';
import { createPopups } from '../../../../src/features/alerts/alert-popups.ts';
import type { Popup, Popups } from '../../../../src/features/alerts/alert-popups.ts';
import { claimAlert } from '../../../../src/features/alerts/shown-alerts.ts';

const run = vi.fn<() => void>();
const popupOf = (id: string): Popup => ({
  id,
  message: `Alert ${id}`,
  onOpen: () => undefined,
  action: { label: 'Deactivate', run },
});
const shown = () => toastStore.get().map((toast) => toast.message);
const close = (message: string) => {
  const toast = toastStore.get().find((each) => each.message === message);
  if (toast) hideToast(toast.id);
};

let popups: Popups;
let stop: () => void;

beforeEach(() => {
  localStorage.clear();
  popups = createPopups();
  stop = popups.start();
});

afterEach(() => {
  stop();
  toastStore.set([]);
});

describe("alerts' pop-ups", () => {
  it('last fifteen seconds and can be opened and deactivated', () => {
    popups.offer([popupOf('a')]);
    const [toast] = toastStore.get();
    expect(toast).toMatchObject({ message: 'Alert a', lifeMs: 15_000 });
    toast?.action?.run();
    expect(run).toHaveBeenCalledOnce();
    expect(toast?.onOpen).toBeTypeOf('function');
  });

  it('come three at a time; the next comes when one goes', () => {
    popups.offer(['a', 'b', 'c', 'd', 'e'].map(popupOf));
    expect(shown()).toEqual(['Alert a', 'Alert b', 'Alert c']);
    close('Alert b');
    expect(shown()).toEqual(['Alert a', 'Alert c', 'Alert d']);
  });

  it('show an alert once, whichever tab showed it', () => {
    claimAlert('a');
    popups.offer(['a', 'b'].map(popupOf));
    expect(shown()).toEqual(['Alert b']);
    close('Alert b');
    popups.offer(['a', 'b'].map(popupOf));
    expect(shown()).toEqual([]);
  });

  it('leave the screen when somebody acted on their alert, and when the person leaves', () => {
    popups.offer(['a', 'b'].map(popupOf));
    showSuccess('Saved');
    popups.offer([popupOf('b')]);
    expect(shown()).toEqual(['Alert b', 'Saved']);
    stop();
    expect(shown()).toEqual(['Saved']);
  });

  it('wait while nobody looks at the page', () => {
    const look = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    popups.offer([popupOf('a')]);
    expect(shown()).toEqual([]);
    look.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shown()).toEqual(['Alert a']);
    look.mockRestore();
  });
});

describe('what was shown', () => {
  it('is forgotten after a day, and damaged notes do no harm', () => {
    const now = Date.now();
    expect(claimAlert('a', now - 2 * 86_400_000)).toBe(true);
    expect(claimAlert('b', now)).toBe(true);
    expect(localStorage.getItem('recoup.alerts.shown')).not.toContain('"a"');
    localStorage.setItem('recoup.alerts.shown', '{');
    expect(claimAlert('b', now)).toBe(true);
  });
});
