import { fastify } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WORK_HEADER } from '../../../contract/answer-mark.ts';
import { readableUrl } from '../../../server/http/outer-door.ts';
import { registerSecurityHeaders } from '../../../server/http/security-headers.ts';
import { testServer } from '../../support/server.ts';

/* Security 16, 35, 38, 39, 40: headers. */

const server = testServer();

const addresses = [
  '/',
  '/api/v1/session',
  '/api/v1/nothing',
  '/api/v1/loans/id/%E0%A4%A',
  '/healthz',
  '/api/openapi.json',
];

it.each([
  ['http://elsewhere.example/api/v1/session?a=%41', '/api/v1/session?a=%41'],
  ['HTTP://elsewhere.example?a/api/v1/session', '/?a/api/v1/session'],
  ['/%41%70i/v1/%E0%A4%85/%2f%25', '/Api/v1/%E0%A4%85/%2f%25'],
  // Not a percent sign that comes of one.
  ['/%2561pi/v1/session', '/%2561pi/v1/session'],
  ['/%%361pi/v1/session', '/%25%25361pi/v1/session'],
  ['/api/v1/loans/id/%E0%A4%A', '/api/v1/loans/id/%25E0%25A4%25A'],
  ['*', '/*'],
])('an address is read in one way, however it is written: %s', (written, read) => {
  expect(readableUrl(written)).toBe(read);
});

describe('every answer', () => {
  it('allows scripts from here alone, never inline, and workers from here', async () => {
    for (const url of addresses) {
      const { headers } = await server.app.inject({ method: 'GET', url });
      const policy = String(headers['content-security-policy']);
      const rules = new Map(
        policy.split(';').map((rule): [string, string[]] => {
          const [name = '', ...values] = rule.trim().split(/\s+/);
          return [name, values];
        }),
      );
      expect(rules.get('script-src')).toEqual(["'self'"]);
      expect(rules.get('worker-src')).toEqual(["'self'"]);
      expect(rules.get('object-src')).toEqual(["'none'"]);
      expect(rules.get('frame-ancestors')).toEqual(["'none'"]);
      expect(policy).not.toMatch(/unsafe-eval|\*/);
    }
  });

  it('is not sniffed, not framed, tells no referrer, no banner, and asks for https', async () => {
    for (const url of addresses) {
      const { headers } = await server.app.inject({ method: 'GET', url });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/);
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['server']).toBeUndefined();
    }
  });

  it('of a call is stored by nobody', async () => {
    const { token } = server.people.admin;
    // However the address is written that leads to the call.
    for (const url of [
      '/api/v1/session',
      '/%61pi/v1/session',
      '/%61%70i/v1/session',
      '/api/v1/%73ession',
    ]) {
      for (const headers of [{ authorization: `Bearer ${token}` }, {}]) {
        const answer = await server.app.inject({ method: 'GET', url, headers });
        expect([answer.statusCode, url]).toEqual([headers.authorization ? 200 : 401, url]);
        expect(answer.headers['cache-control']).toBe('no-store');
        expect(answer.headers['x-recoup-answer']).toBe('unasked');
      }
    }
  });

  it('of the API says how long the server worked on it, so that a phone blames no line for it', async () => {
    const app = fastify();
    await registerSecurityHeaders(app, { dialerLoginUrl: null, bi: null });
    app.post('/api/v1/slow', async () => delay(80));
    const { headers } = await app.inject({ method: 'POST', url: '/api/v1/slow', body: {} });
    expect(Number(headers[WORK_HEADER])).toBeGreaterThanOrEqual(75);
    await app.close();
  });

  it('of the API bears the mark that no gateway gives: the name of its request', async () => {
    const headers = { 'x-recoup-ask': 'a1b2c3d4e5f6' };
    for (const url of ['/api/v1/session', '/api/v1/nothing', '/api/v1/%', '/api/v1/device/pull']) {
      const asked = await server.app.inject({ method: 'GET', url, headers });
      expect(asked.headers['x-recoup-answer']).toBe('a1b2c3d4e5f6');
      const plain = await server.app.inject({ method: 'GET', url });
      expect(plain.headers['x-recoup-answer']).toBe('unasked');
    }
    const odd = { 'x-recoup-ask': 'a b\u00e9' };
    const told = await server.app.inject({ method: 'GET', url: '/api/v1/session', headers: odd });
    expect(told.headers['x-recoup-answer']).toBe('unasked');
  });

  it('is given to no other origin', async () => {
    const { headers } = await server.call('GET', '/session', {
      as: 'admin',
      headers: { origin: 'https://evil.example' },
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('what is not for anybody', () => {
  it('is not there: repository, settings, parent folders, other methods', async () => {
    const paths = [
      '/.git/config',
      '/.env',
      '/api',
      '/metrics',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/package.json',
      '/data/postgres.password',
      '/server/main.ts',
    ];
    for (const url of paths) {
      const answer = await server.app.inject({ method: 'GET', url });
      expect([400, 403, 404], url).toContain(answer.statusCode);
    }
    const traced = await server.app.inject({ method: 'TRACE' as 'GET', url: '/' });
    expect([404, 405, 501]).toContain(traced.statusCode);
  });
});
