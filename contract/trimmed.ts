/*
 * What nobody sees says nothing: a reason of a zero-width space is no reason. Joiners and variation selectors, which shape
 * the letter or sign before them, are kept at the end of a word.
 */

const ENDS =
  '\\s\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0';

const ENDS_OF_TEXT = new RegExp(`^[${ENDS}]+|[${ENDS}]+$`, 'gu');

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/** A text without what is invisible at its ends; '' when all of it is. */
export const trimmed = (text: string): string =>
  VISIBLE.test(text) ? text.replaceAll(ENDS_OF_TEXT, '') : '';
