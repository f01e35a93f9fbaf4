/**
 * Tells what a change came to, also when whoever asked for it is no longer on screen: a list that is read anew before the
 * change is over takes the row away that it was asked from, and with it the callbacks given to `mutate`. A refusal is told by
 * the query client.
 */
export function whenDone<Answer>(change: Promise<Answer>, tell: (answer: Answer) => void): void {
  void change.then(tell, () => undefined);
}
