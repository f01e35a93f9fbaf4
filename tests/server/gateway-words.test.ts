import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { httpProvider } from '../../server/messages/providers/http-provider.ts';

/** A gateway that refuses in the caller's own words: the address, the headers and the body. */
const gateway = createServer((asked, answer) => {
  let body = '';
  asked.on('data', (piece) => (body += String(piece)));
  asked.on('end', () => {
    const { authorization = '' } = asked.headers;
    answer.writeHead(400).end(`Unknown: ${asked.url} ${authorization} ${body}`);
  });
});
beforeAll(() => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)));
afterAll(() => gateway.close());

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

it.each([
  ['a header', '', { authorization: 'Bearer K3Y-in-use' }, '{"to":"{to}","text":"{text}"}'],
  ['the address', '?key=K3Y-in-use', {}, '{"to":"{to}","text":"{text}"}'],
  ['a body of JSON', '', {}, '{"key": "K3Y-in-use","to":{to},"text":"{text}"}'],
  ['a form', '', FORM, 'key=K3Y-in-use&to={to}&text={text}'],
  ['a body of XML', '', { 'content-type': 'text/xml' }, '<k>K3Y-in-use</k><t n="{to}">{text}</t>'],
])(
  'a key that stands in %s is not in what is told of a refusal',
  async (_, query, headers, body) => {
    const { port } = gateway.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/send${query}`;
    const settings = { url, headers, body, idPath: null, isIdempotent: false, timeoutMs: 5000 };
    const outcome = await httpProvider(settings).send({
      id: 'one',
      channel: 'SMS',
      number: '9000000001',
      text: 'Hello',
      registeredId: null,
      sender: null,
      language: 'en',
    });
    expect(outcome).toMatchObject({ kind: 'REJECTED', error: expect.stringContaining('Unknown') });
    expect(JSON.stringify(outcome)).not.toContain('K3Y-in-use');
  },
);
