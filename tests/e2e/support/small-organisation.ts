import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { createPool } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/connection.ts';
import { insertOrganisation, testPassword } from '../../support/organisation.ts';
import type { PersonName } from '../../support/organisation.ts';
import { startProduct } from '../../support/product.ts';
import type { Product } from '../../support/product.ts';
import { logInAs } from './people.ts';
import type { DOORS } from './people.ts';

/** The product with two lenders, two managers and their people, no loan and no rupee; its database lies open to the test. */
export interface SmallOrganisation {
  readonly product: Product;
  readonly db: Db;
  readonly logIn: (page: Page, url: string, name: PersonName) => Promise<void>;
  readonly idOf: (name: PersonName) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const DOOR_OF: Partial<Record<PersonName, keyof typeof DOORS>> = {
  admin: 'admin',
  superadmin: 'admin',
  fieldagent: 'field',
  fieldagent2: 'field',
  clientadmin: 'client',
  customer: 'client',
  client: 'client',
};

/** Starts the product on an empty database and makes the fixture organisation in it (tests/support/organisation.ts). */
export async function startSmallOrganisation(): Promise<SmallOrganisation> {
  const product = await startProduct({ isDemo: false });
  if (product.databaseUrl === null) throw new Error('The run has no cluster.');
  const pool = createPool(product.databaseUrl, 2);
  // The database is dropped below the last connection.
  pool.on('error', () => undefined);
  const db: Db = drizzle(pool);
  await insertOrganisation(db);
  return {
    product,
    db,
    logIn: (page, url, name) =>
      logInAs(page, url, DOOR_OF[name] ?? 'staff', {
        email: `${name}@test.recoup`,
        password: testPassword,
      }),
    idOf: async (name) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from users where username = ${name}`,
      );
      if (rows[0] === undefined) throw new Error(`${name} is not in the organisation.`);
      return rows[0].id;
    },
    remove: async () => {
      await pool.end();
      await product.remove();
    },
  };
}
