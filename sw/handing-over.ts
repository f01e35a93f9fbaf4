let cutOff: (error: Error) => void = () => undefined;

const handedOver = new Promise<never>((_resolve, reject) => {
  cutOff = reject;
});
handedOver.catch(() => undefined);

/**
 * The next version is asked to take over, and the browser lets it in only when nothing of this one's events goes on: an upload
 * on a line that hangs would hold the update up for minutes. What was on its way is cut off, as by a killed worker, and the next
 * version delivers it.
 */
export function handOver(): void {
  cutOff(new Error('The next version goes on with it.'));
}

/** Work of an event that ends when this version hands over: rejects then, so that a sync comes again. */
export async function untilHandedOver<Result>(work: Promise<Result>): Promise<Result> {
  return Promise.race([work, handedOver]);
}
