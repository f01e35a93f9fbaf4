import { parseArgs } from 'node:util';
import { z } from 'zod';
import { writeAudit } from '../audit/audit-trail.ts';
import { reachDatabase } from '../database/reach-database.ts';
import { readSettings } from '../settings.ts';
import { runCommandLine, say } from '../command-line.ts';
import { passwordFromStdin, promptPassword } from './password-prompt.ts';
import { refuseWeakPassword } from './password.ts';
import { findUserByLogin, insertUser } from './users.ts';

const usage =
  'npm run create-admin -- --email you@agency.example --name "Your Name" [--username you] [--super] [--password-stdin]';

const wishSchema = z.object({
  email: z.email({ error: 'Give a valid e-mail address.' }).max(254),
  name: z.string({ error: 'Give the full name.' }).trim().min(1).max(120),
  username: z.string().trim().min(1).max(120).optional(),
  super: z.boolean().default(false),
  'password-stdin': z.boolean().default(false),
});

type Wish = z.output<typeof wishSchema>;

function readWish(): Wish {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      username: { type: 'string' },
      super: { type: 'boolean' },
      'password-stdin': { type: 'boolean' },
    },
  });
  return wishSchema.parse(values);
}

/** Makes the account, audited. Throws for a taken name or e-mail. */
async function createAdmin(wish: Wish, password: string): Promise<void> {
  const database = await reachDatabase(readSettings(process.env));
  try {
    const username = wish.username ?? wish.email;
    for (const login of [wish.email, username])
      if (await findUserByLogin(database.db, login))
        throw new Error(`${login} is taken. Choose another, or log in with it.`);
    await database.db.transaction(async (tx) => {
      const role = wish.super ? 'SUPER_ADMIN' : 'ADMIN';
      const { email, name: fullName } = wish;
      const id = await insertUser(tx, { role, username, email, fullName, password });
      await writeAudit(tx, null, [
        { action: 'user.create', entity: 'user', entityId: id, details: { role, by: 'terminal' } },
      ]);
    });
    say(`${wish.email} can log in now as ${wish.super ? 'super admin' : 'admin'}.`);
  } finally {
    await database.close();
  }
}

/** Makes the first (or another) admin: outside the demo no account exists by default. */
async function main(): Promise<number> {
  const wish = readWish();
  const password = await (wish['password-stdin'] ? passwordFromStdin() : promptPassword());
  refuseWeakPassword(password, wish);
  await createAdmin(wish, password);
  return 0;
}

runCommandLine(main, { usage });
