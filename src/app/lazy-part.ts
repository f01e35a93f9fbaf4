import { lazy } from 'react';
import type { ComponentType } from 'react';
import { loadOr } from './missing-parts.ts';

/** Stands for a part whose files are not on this device yet. */
function NothingYet() {
  return null;
}

/** A part of the frame that is loaded when it is shown; one that can't be leaves its place empty: what is around it works without. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadOr<ComponentType<Props>>(load, NothingYet) }));
