import { RUN_DATA, startProduct, templates } from './product.ts';
import type { RunData } from './product.ts';
import { makeDatabase, startRunCluster } from './run-cluster.ts';

/**
 * Before a run of browser tests: one database cluster, with a demo organisation and an empty product to copy for each
 * file. Returns what removes it.
 */
export default async function makeDemo(): Promise<() => Promise<void>> {
  const cluster = await startRunCluster();
  const make = async (isDemo: boolean) => {
    const name = isDemo ? templates.demo : templates.plain;
    const { url, ownerUrl } = await makeDatabase(cluster.url, name);
    const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
    const product = await startProduct({ isDemo, env });
    await product.stop();
    return product;
  };
  const [demo, plain] = await Promise.all([make(true), make(false)]);
  const data: RunData = { clusterUrl: cluster.url, demoFolder: demo.dataDir };
  process.env[RUN_DATA] = JSON.stringify(data);
  return async () => {
    await Promise.all([demo.remove(), plain.remove()]);
    await cluster.stop();
  };
}
