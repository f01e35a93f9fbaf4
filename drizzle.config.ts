import { defineConfig } from 'drizzle-kit';

/** `npm run migration` writes the next SQL file from what changed in the schema; scripts/schema-check.mjs asks for it elsewhere. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/database/tables/*.ts',
  out: process.env['MIGRATIONS'] ?? './server/database/migrations',
});
