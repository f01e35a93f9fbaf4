/** A request's own name, made anew for each. */
export const ASK_HEADER = 'x-recoup-ask';
/** On every answer of this server's API: the request's name again. What a gateway says in its place has none. */
export const ANSWER_HEADER = 'x-recoup-answer';
/** How long this server worked on the answer, milliseconds, without the time that the body took to arrive. */
export const WORK_HEADER = 'x-recoup-work';
/** What the server answers when something on the way dropped the request's name. */
export const UNASKED = 'unasked';

const ASK = /^[\w-]{8,64}$/;

/** The mark of the answer to a request of this name. */
export function answerMark(ask: unknown): string {
  return typeof ask === 'string' && ASK.test(ask) ? ask : UNASKED;
}

/** Did this server answer, and to this request? Only then a refusal counts: all else is no usable network. */
export function isOwnAnswer(ask: string, mark: string | null): boolean {
  return mark === ask || mark === UNASKED;
}
