import { decimalText } from '../../contract/rupees.ts';

/** Percent as they read everywhere: 12.5 %. With `digits` always as many: figures of a column stand below each other. */
export const formatPercent = (percent: number, digits?: number): string =>
  `${digits === undefined ? decimalText(percent) : percent.toFixed(digits)}\u00a0%`;

/** A part of a whole in whole percent; 0 of nothing is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 100) / whole);

/** How much of a target is reached, in whole percent: 100 not before it is. Multiplied first: 1.15 times 100 is 114.99…. */
export const percentReached = (achieved: number, target: number): number =>
  Math.floor((achieved * 100) / target);
