import { createHmac } from 'node:crypto';
import type { Actor } from '../access/actor.ts';
import { isAdmin } from '../access/actor.ts';
import type { BiSettings } from './bi-settings.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A JSON web token signed with HS256, as Metabase and Superset read it. */
function signedToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** What the caller's dashboards are cut to; the columns of the `bi` views. Null: nothing (the agency's admins). */
function biLock(actor: Actor): { readonly column: string; readonly id: string } | null {
  if (isAdmin(actor)) return null;
  if (actor.role === 'MANAGER') return { column: 'manager_id', id: actor.userId };
  if (actor.role === 'COLLECTOR') return { column: 'collector_id', id: actor.userId };
  // A lender's person without a lender sees nothing.
  return { column: 'client_id', id: actor.clientId ?? '00000000-0000-0000-0000-000000000000' };
}

/** Names of Metabase's locked parameters: every dashboard has all three, an empty one narrows nothing. */
const LOCKED = ['client_id', 'manager_id', 'collector_id'] as const;

/** Opens a Metabase dashboard: signed embedding with locked parameters. */
export function metabaseUrl(
  settings: BiSettings,
  dashboard: string,
  actor: Actor,
  now: number,
): string {
  const lock = biLock(actor);
  const params = Object.fromEntries(
    LOCKED.map((name) => [name, lock?.column === name ? [lock.id] : []]),
  );
  const claims = {
    resource: { dashboard: /^\d+$/.test(dashboard) ? Number(dashboard) : dashboard },
    params,
    iat: now,
    exp: now + settings.tokenSeconds,
  };
  const token = signedToken(claims, settings.secret);
  return `${settings.url}/embed/dashboard/${token}#bordered=false&titled=true`;
}

/** Superset's guest token: whoever looks, the dashboard, and a clause of row-level security. */
export function supersetToken(
  settings: BiSettings,
  dashboard: string,
  actor: Actor,
  now: number,
): string {
  const lock = biLock(actor);
  return signedToken(
    {
      user: { username: actor.userId, first_name: actor.fullName, last_name: '' },
      resources: [{ type: 'dashboard', id: dashboard }],
      // Ids are UUIDs of ours: nothing of a person's input stands in the clause.
      rls_rules: lock === null ? [] : [{ clause: `${lock.column} = '${lock.id}'` }],
      iat: now,
      exp: now + settings.tokenSeconds,
      aud: settings.url,
      type: 'guest',
    },
    settings.secret,
  );
}
