import type { FastifyInstance } from 'fastify';
import { biCalls } from '../../contract/bi.ts';
import type { BiDoor } from '../../contract/bi.ts';
import type { Actor } from '../access/actor.ts';
import { runCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { serve } from '../http/serve.ts';
import { refuseWithoutBi } from './bi-access-service.ts';
import { metabaseUrl, supersetToken } from './bi-token.ts';

/** A cookie for a tool that stands behind the same gateway: the tool's own address alone reads it. */
function cookieOf(url: string, token: string, seconds: number): string {
  const { pathname, protocol } = new URL(url);
  const secure = protocol === 'https:' ? '; Secure; SameSite=None' : '; SameSite=Lax';
  return `recoup_bi=${token}; Max-Age=${seconds}; Path=${pathname}; HttpOnly${secure}`;
}

async function openBi(context: Context, actor: Actor): Promise<BiDoor> {
  await refuseWithoutBi(context.db, actor);
  const { bi, biSubscription: subscription_type } = context.settings;
  const dashboard = bi?.dashboards[actor.role] ?? bi?.dashboards['*'];
  const own = { cookies: [], subscription_type, url: null, guestToken: null, expiresAt: null };
  if (bi === null || dashboard === undefined) return { ...own, tool: null };
  const now = Math.floor(Date.now() / 1000);
  await runCommand(context.db, actor, async ({ audit }) =>
    audit({ action: 'bi.open', entity: 'bi', details: { tool: bi.tool, dashboard } }),
  );
  const isMetabase = bi.tool === 'METABASE';
  const url = isMetabase
    ? metabaseUrl(bi, dashboard, actor, now)
    : `${bi.url}/embedded/${dashboard}?uiConfig=0`;
  const guestToken = isMetabase ? null : supersetToken(bi, dashboard, actor, now);
  const token = guestToken ?? /dashboard\/([^#]+)/.exec(url)?.[1] ?? '';
  return {
    tool: bi.tool,
    url,
    guestToken,
    cookies: [cookieOf(bi.url, token, bi.tokenSeconds)],
    subscription_type,
    expiresAt: new Date((now + bi.tokenSeconds) * 1000).toISOString(),
  };
}

/** Serves the link to BI reports. */
export function registerBiRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, biCalls, { openBi: ({ actor }) => openBi(context, actor) });
}
