import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ErrorBody } from '../../contract/errors.ts';
import { packageRoot } from '../package-root.ts';
import type { Settings } from '../settings.ts';

const HASHED = /[/\\]assets[/\\]/;

/** Puts a setting's text into an attribute of the shell. */
const writeIn = (text: string) => (_: string, start: string) =>
  `${start}${text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}`;

/**
 * Serves the built app below the base path: hashed assets for a year, the shell and the worker fresh every time, and the
 * shell for every screen's address. Without a build only the API is served.
 */
export async function registerAppFiles(app: FastifyInstance, settings: Settings): Promise<void> {
  const { basePath, businessTz, dialerLoginUrl, dialerAppUrl } = settings;
  const root = join(packageRoot(), 'dist/app');
  const hasApp = existsSync(join(root, 'index.html'));
  const shell = hasApp
    ? (await readFile(join(root, 'index.html'), 'utf8'))
        .replace('<base href="/"', `<base href="${basePath}/"`)
        .replace(/(name="recoup-time-zone" content=")[^"]*/, `$1${businessTz}`)
        .replace(/(name="recoup-dialer-login" content=")[^"]*/, writeIn(dialerLoginUrl ?? ''))
        .replace(/(name="recoup-dialer-app" content=")[^"]*/, writeIn(dialerAppUrl))
    : null;
  if (hasApp)
    await app.register(fastifyStatic, {
      root,
      prefix: `${basePath}/`,
      index: false,
      // A route for each file: a wildcard reads its folder at every request to see that the name is spelt so.
      wildcard: false,
      globIgnore: ['index.html', '**/*.br'],
      preCompressed: true,
      dotfiles: 'deny',
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
        if (path.endsWith('service-worker.js'))
          reply.header('service-worker-allowed', `${basePath}/`);
      },
    });
  const sendShell = (reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(shell);
  if (hasApp)
    for (const address of ['/', '/index.html'])
      app.get(`${basePath}${address}`, async (_request, reply) => sendShell(reply));
  if (hasApp && basePath !== '')
    app.get(basePath, async (_request, reply) => reply.redirect(`${basePath}/`));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|metrics)(\/|$)/.test(path) &&
      path.startsWith(`${basePath}/`) &&
      !/\/[^/]*\.[a-z0-9]+$/i.test(path) &&
      !path.includes('/.');
    if (hasApp && isScreen) return sendShell(reply);
    const body: ErrorBody = { code: 'NOT_FOUND', message: 'There is nothing at this address.' };
    return reply.status(404).type('application/json; charset=utf-8').send(body);
  });
}
