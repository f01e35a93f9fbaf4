type Work = () => void | Promise<void>;

const works: Work[] = [];

/** Does this at the end of each file of tests from now on: files share what they load. */
export function atFileEnd(work: Work): void {
  works.push(work);
}

/** Does all of it. */
export async function endFile(): Promise<void> {
  for (const work of works) await work();
}
