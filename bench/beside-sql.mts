import type { Pool } from 'pg';
import { repeated } from './repeats.mts';

/** What is asked of the server, and the statements that a person would write for it. */
export interface Asked {
  readonly name: string;
  readonly path: string;
  readonly bare: string | readonly string[];
}

interface Place {
  readonly url: string;
  readonly token: string;
  readonly pool: Pool;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** How long an answer and its bare statements take; milliseconds of each repeat, in which each is asked `turns` times. */
export async function besideSql(
  { name, path, bare }: Asked,
  { url, token, pool }: Place,
  turns = 1,
): Promise<{ ours: number[]; peer: number[] }> {
  const ask = async () => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${text}`);
  };
  const run = async () => {
    for (const statement of [bare].flat()) await pool.query(statement);
  };
  await ask();
  await run();
  const measured = await repeated(name, async () => {
    const figures = { ours: 0, peer: 0 };
    // In turns, so that a busy moment of the machine weighs on both.
    for (let turn = 0; turn < turns; turn += 1) {
      figures.ours += (await timed(ask)) / turns;
      figures.peer += (await timed(run)) / turns;
    }
    return figures;
  });
  return { ours: measured.map(({ ours }) => ours), peer: measured.map(({ peer }) => peer) };
}
