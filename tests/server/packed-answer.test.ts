import type { FastifyReply, FastifyRequest } from 'fastify';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packedAnswer } from '../../server/http/packed-answer.ts';

const JSON_OF_A_LIST = JSON.stringify(
  Array.from({ length: 200 }, (_, at) => ({ name: `Name ${at}` })),
);

function answer(headers: Record<string, string>, json = JSON_OF_A_LIST) {
  const sent: Record<string, string> = {};
  const reply = {
    header: (name: string, value: string) => {
      sent[name] = value;
      return reply;
    },
  };
  const body = packedAnswer({ headers } as FastifyRequest, reply as unknown as FastifyReply, json);
  return { body, sent };
}

it('packs an answer for whoever takes it, and says so', () => {
  const { body, sent } = answer({ 'accept-encoding': 'gzip, deflate, br' });
  expect(sent).toEqual({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(body.length).toBeLessThan(JSON_OF_A_LIST.length / 2);
  expect(brotliDecompressSync(body).toString()).toBe(JSON_OF_A_LIST);
});

it.each([
  ['nobody asked for it', {}],
  ['another encoding is asked for', { 'accept-encoding': 'gzip' }],
  ['it is refused', { 'accept-encoding': 'gzip, br;q=0' }],
  ['it is refused with decimals', { 'accept-encoding': 'br;q=0.0, gzip' }],
  ['a name only contains it', { 'accept-encoding': 'brx' }],
  ['nothing is to be packed', { 'accept-encoding': 'br', 'x-no-compression': '1' }],
])('leaves it to the stream or as it is when %s', (_, headers) => {
  expect(answer(headers as Record<string, string>)).toEqual({ body: JSON_OF_A_LIST, sent: {} });
});

it('leaves small and very large answers as they are', () => {
  for (const json of ['{}', JSON.stringify('x'.repeat(600 * 1024))])
    expect(answer({ 'accept-encoding': 'br' }, json)).toEqual({ body: json, sent: {} });
});
