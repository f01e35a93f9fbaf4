/** Cyrillic and Greek capitals that look like Latin ones, and the Latin ones below them. */
const LIKE_LATIN = 'АВЕЅІЈКМНОРСТУХҮԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LATIN = 'ABESIJKMHOPCTYXYQWABEZHIKMNOPTYX';
const likeLatin = new RegExp(`[${LIKE_LATIN}]`, 'gu');

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * What a reader sees of a name: two names of the same look can't be told from each other in a list or a letter. Letter case,
 * wider or more spaces, full-width letters, what is invisible and letters of other scripts that look the same do not matter.
 */
export const lookOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .trim()
    .replace(/\s+/gu, ' ')
    .toUpperCase()
    .replace(likeLatin, (letter) => LATIN[LIKE_LATIN.indexOf(letter)] ?? letter);
