import { DEMO_FOLDER, startProduct } from './product.ts';

/** Before a run of browser tests: makes the demo organisation once; each product begins with a copy. Returns what removes it. */
export default async function makeDemo(): Promise<() => Promise<void>> {
  const product = await startProduct();
  await product.stop();
  process.env[DEMO_FOLDER] = product.dataDir;
  return () => product.remove();
}
