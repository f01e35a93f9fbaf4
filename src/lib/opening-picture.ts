/**
 * The picture that a start shows until the app has drawn the same screen itself: the first cards of the day as they last
 * stood, without any of the app's code. It is drawn over the app's own root, which stays out of sight until `endOpening`.
 */
export interface OpeningPicture {
  /** What React had drawn, first cards only. */
  html: string;
  /** The style rules that it needs beyond the page's own sheet. */
  styles: string;
  /** Path and query that it belongs to. */
  address: string;
  /** The window's width, pixels. */
  width: number;
  /** The build that drew it: another one has other class names. */
  build: string;
  language: string;
  /** It is true between these instants (until the day ends), epoch milliseconds. */
  takenAt: number;
  until: number;
}
