import { defineConfig } from 'drizzle-kit';

/** `npm run migration` writes the next SQL file from what changed in the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/tables/*.ts',
  out: './server/database/migrations',
});
