import { useEffect } from 'react';
import { NavigationType, useBlocker } from 'react-router-dom';
import { useText } from '../lib/texts/texts.ts';
import { layerOver } from './back-closes.ts';
import { confirmAction } from './confirm-dialog.tsx';

/** The words of a question before leaving. */
export interface LeaveWords {
  title: string;
  body: string;
  leave: string;
  stay: string;
}

interface Unsaved {
  kept: LeaveWords | undefined;
}

/** The forms on screen with unsaved input; several may stand on one page, and the router knows one blocker only. */
const unsaved = new Set<Unsaved>();
/** What lay over the page when somebody last went back, and is to close. */
let stopped: ReturnType<typeof layerOver>;
/** The question that is on screen. */
let asking = new AbortController();

/** What was asked about may be saved meanwhile: leaving while a save goes on asks, and the save is over a moment later. */
function endQuestion(): void {
  if (unsaved.size === 0) asking.abort();
}

/** The page and the record on it; filters and parts of a page are none of it. */
function placeOf({ pathname, search }: { pathname: string; search: string }): string {
  const asked = new URLSearchParams(search);
  return [pathname, asked.get('loanId'), asked.get('id')].join(' ');
}

/**
 * Going back closes what lies over the page; a page with unsaved input is asked about before it is left for another one.
 * Mounted once, inside the router.
 */
export function LeaveGuard() {
  const t = useText();
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    const isSamePage = currentLocation.pathname === nextLocation.pathname;
    stopped = historyAction === NavigationType.Pop ? layerOver(isSamePage) : undefined;
    if (stopped !== undefined) return true;
    return unsaved.size > 0 && placeOf(currentLocation) !== placeOf(nextLocation);
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    if (stopped !== undefined) {
      stopped.close();
      blocker.reset();
      return undefined;
    }
    // What is kept nowhere is asked about first.
    const all = [...unsaved];
    const kept = all.every((form) => form.kept !== undefined) ? all[0]?.kept : undefined;
    const question = {
      title: kept?.title ?? t('states.leaveTitle'),
      body: kept?.body ?? t('states.leaveBody'),
      confirmLabel: kept?.leave ?? t('states.leave'),
      cancelLabel: kept?.stay ?? t('states.stay'),
      isLosing: kept === undefined,
    };
    asking = new AbortController();
    let isOver = false;
    const ask = async () => {
      const isLeaving = await confirmAction(question, asking.signal);
      if (isOver) return;
      if (isLeaving) blocker.proceed();
      else blocker.reset();
    };
    void ask();
    return () => {
      isOver = true;
    };
  }, [blocker, t]);
  return null;
}

/**
 * Says that unsaved input is on screen, so that leaving the page asks, inside the app and out of it. Where a draft keeps
 * the input (`kept` says so in words), a reload loses nothing and is not asked about.
 */
export function LeavePrompt({ isActive, kept }: { isActive: boolean; kept?: LeaveWords }) {
  const isKept = kept !== undefined;
  useEffect(() => {
    if (!isActive) return undefined;
    const form: Unsaved = { kept };
    unsaved.add(form);
    return () => {
      unsaved.delete(form);
      // A form that only has other words by now is back at once.
      queueMicrotask(endQuestion);
    };
  }, [isActive, kept]);
  useEffect(() => {
    if (!isActive || isKept) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isActive, isKept]);
  return null;
}
