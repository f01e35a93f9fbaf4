import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { testServer } from '../support/server.ts';

const token = 'a token for whoever watches';

const server = testServer({ METRICS_TOKEN: token });

const figures = async () => {
  const headers = { authorization: `Bearer ${token}` };
  return (await server.app.inject({ method: 'GET', url: '/metrics', headers })).body;
};

it.each(['alerts.yml', 'dashboard.json', '../operations.md'])(
  'every figure and check that docs/operations/%s names is told by the server',
  async (name) => {
    await server.call('GET', '/loans', { as: 'admin' });
    const told = await figures();
    const text = await readFile(new URL(`../../docs/operations/${name}`, import.meta.url), 'utf8');
    const plain = text.replaceAll(String.raw`\"`, '"');
    const names = new Set(plain.match(/\b(?:recoup|nodejs|process)_[a-z0-9_]+/g));
    expect(names.size).toBeGreaterThan(5);
    for (const figure of names)
      expect(told, figure).toMatch(new RegExp(`^${figure}(_bucket)?[ {]`, 'm'));
    const facts = plain.match(/recoup_check_fact\{check="\w+", ?fact="\w+"\}/g) ?? [];
    expect(facts.length).toBeGreaterThan(1);
    for (const fact of facts) expect(told).toContain(fact.replaceAll(', ', ','));
  },
);
