import type { Cluster } from '../../server/database/postgres-cluster.ts';
import { clusterUser } from '../../server/database/postgres-init.ts';

/** A cluster as its owner, up to the slash before a database's name; by its socket, which takes a fifth less than its port. */
export const clusterAddress = ({ port, socket }: Cluster, password: string): string =>
  `postgres://${clusterUser}:${password}@${encodeURIComponent(socket ?? '127.0.0.1')}:${port}`;

/** An address by its port instead, or by another one: for what leads there over a wire. */
export function byPort(address: string, port = new URL(address).port): string {
  const url = new URL(address);
  url.hostname = '127.0.0.1';
  url.port = port;
  return url.href;
}
