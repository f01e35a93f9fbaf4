/*
 * What nobody sees says nothing: a reason of a zero-width space is no reason. Joiners and variation selectors, which shape
 * the letter or sign before them, are kept at the end of a word.
 */

const ENDS =
  '\\s\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0';

const ENDS_OF_TEXT = new RegExp(`^[${ENDS}]+|[${ENDS}]+$`, 'gu');

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u;

/**
 * What makes a text look like another one: what turns it around ("0005" would be shown as "5000"; marks that a text in Urdu
 * may need do not) and control characters but tabs and new lines. NUL stays: it is refused.
 */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069]|(?![\0\t\n\r])\p{Cc}/gu;

/** A text without what misleads its reader and what is invisible at its ends; '' when all of it is. */
export const trimmed = (text: string): string => {
  const shown = text.replaceAll(MISLEADING, '');
  return VISIBLE.test(shown) ? shown.replaceAll(ENDS_OF_TEXT, '') : '';
};
