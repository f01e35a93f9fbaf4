import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createPool } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/connection.ts';
import { startProduct } from '../../support/product.ts';
import type { Product, ProductOptions } from '../../support/product.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { makeOrganisation } from './organisation.ts';
import type { Organisation } from './organisation.ts';

/** The built product behind a fault proxy, with a small organisation: one for a test file. */
export interface Lab {
  readonly product: Product;
  readonly proxy: FaultProxy;
  /** The product's own database, to look past the server. */
  readonly db: Db;
  readonly organisation: Organisation;
  /** For profiles and ledgers. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Opens the product's database past the server; `close` it when the product ends or starts anew. */
export async function lookInto({
  databaseUrl,
  dataDir,
}: Product): Promise<{ db: Db; close: () => Promise<void> }> {
  const pool = createPool(databaseUrl ?? (await embeddedUrl(dataDir)), 4);
  return {
    db: drizzle({ client: pool }),
    close: async () => {
      // The database may have ended before.
      pool.removeAllListeners('error').on('error', () => undefined);
      await pool.end();
    },
  };
}

/** Where the product's embedded database listens now. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const [, , , port] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
    '\n',
  );
  return `postgres://recoup:${password}@127.0.0.1:${port}/postgres`;
}

/** Starts product and proxy, and makes the organisation. */
export async function openLab(options: ProductOptions = {}): Promise<Lab> {
  const product = await startProduct({ isDemo: false, ...options });
  const { db, close } = await lookInto(product);
  const proxy = await startFaultProxy(product.url);
  const folder = await mkdtemp(join(tmpdir(), 'recoup-faults-'));
  const organisation = await makeOrganisation(db);
  return {
    product,
    proxy,
    db,
    organisation,
    folder,
    close: async () => {
      await proxy.close();
      await close();
      await product.remove();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
