import Fastify from 'fastify';
import { createPool } from '../server/database/connection.ts';

/** One statement as the repository makes it. */
export interface PeerStatement {
  readonly sql: string;
  readonly params: unknown[];
}

/** What the peer is told when it starts (`PEER`, JSON). */
export interface PeerOrder {
  readonly url: string;
  readonly page: PeerStatement;
  /** Its first parameter becomes the ids of the page's worked loans; null: only the page is read. */
  readonly newest: PeerStatement | null;
}

interface PageRow {
  _id: string;
  disposition: string | null;
}

// The same statements behind a bare route: no gate, no claims, no contract, plain JSON of the rows.
const order = JSON.parse(process.env['PEER'] ?? '{}') as PeerOrder;
const pool = createPool(order.url, 20);
const app = Fastify();
app.get('/', async () => {
  const loans = (await pool.query<PageRow>(order.page.sql, order.page.params)).rows;
  if (order.newest === null) return { data: loans };
  const worked = loans.filter((row) => row.disposition !== null).map((row) => row._id);
  const [, ...others] = order.newest.params;
  const dispositions = (await pool.query(order.newest.sql, [worked, ...others])).rows;
  return { loans, dispositions };
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
