/** What a token of the theme is on this page. */
export type Token = (name: string) => string;

/** The title of an axis, in the middle of its side. */
export const axisTitle = (name: string | undefined, nameGap: number, token: Token) =>
  name === undefined
    ? {}
    : {
        name,
        nameLocation: 'middle' as const,
        nameGap,
        nameTextStyle: { color: token('--rc-muted'), fontSize: 12 },
      };

/** The title of an axis that begins at the top, above its names. */
export const topTitle = (name: string | undefined, token: Token) =>
  name === undefined
    ? {}
    : {
        name,
        nameLocation: 'start' as const,
        nameGap: 8,
        nameTextStyle: { color: token('--rc-muted'), fontSize: 12, align: 'right' as const },
      };

/** Room below the names of an axis: the library ends the picture at their baseline, which cuts the tails of letters. */
export const ROOM = { outerBounds: { bottom: 4 } } as const;
