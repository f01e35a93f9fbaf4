import { describe, expect, it } from 'vitest';
import { eventReader } from '../../../src/remote/event-reader.ts';

const STREAM =
  'event: seats\ndata: {"rows":[1,2]}\n\n: a comment\n\nevent: beat\r\ndata: {}\r\n\r\ndata: "plain"\n\nevent: broken\ndata: {"half\n\n';

describe('the reader of server-sent events', () => {
  it('gives the same events wherever the stream is cut', () => {
    for (let size = 1; size <= STREAM.length; size += 1) {
      const heard: [string, unknown][] = [];
      const read = eventReader((event, data) => heard.push([event, data]));
      for (let at = 0; at < STREAM.length; at += size) read(STREAM.slice(at, at + size));
      expect(heard, `pieces of ${size}`).toEqual([
        ['seats', { rows: [1, 2] }],
        ['beat', {}],
        ['message', 'plain'],
      ]);
    }
  });

  it('keeps what has no end yet', () => {
    const heard: string[] = [];
    const read = eventReader((event) => heard.push(event));
    read('event: late\ndata: 1\n');
    expect(heard).toEqual([]);
    read('\n');
    expect(heard).toEqual(['late']);
  });
});
