import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callAddress } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import { isDoneOnce } from '../../contract/done-once.ts';
import { openApiDocument } from '../../server/http/openapi.ts';
import { inputShape } from '../support/call-samples.ts';
import { SPEC_CALLS } from './spec-calls.ts';

const nameOf = (call: { method: string; path: string }) => `${call.method} ${call.path}`;
const ours = new Set(calls.map(nameOf));
const spec = new Set(SPEC_CALLS.map(nameOf));

const namesRevision = ({ body, query }: (typeof calls)[number]) =>
  /"revision"/.test(JSON.stringify([inputShape(body), inputShape(query)]));

describe('the contract', () => {
  it("lists the spec's calls that are still missing, by name, and loses none that was there", () => {
    const missing = SPEC_CALLS.filter((call) => !ours.has(nameOf(call)));
    console.log(
      `${missing.length} of the spec's ${SPEC_CALLS.length} calls are still missing:\n${missing
        .map((call) => `  ${call.section} ${nameOf(call)}`)
        .join('\n')}`,
    );
    // Exact, so that it goes down with each capability and never up unseen.
    expect(missing).toHaveLength(0);
  });

  it('claims the spec as the source of no call that the spec does not have', () => {
    const invented = calls.filter((call) => call.section !== 'ours' && !spec.has(nameOf(call)));
    expect(invented.map(nameOf)).toEqual([]);
  });

  it('has one name and one address for each call', () => {
    expect(new Set(calls.map((call) => call.name)).size).toBe(calls.length);
    expect(ours.size).toBe(calls.length);
  });

  it('does changes with a revision once: a repeat would be told that somebody else changed it', () => {
    const changes = calls.filter((call) => call.method !== 'GET' && namesRevision(call));
    expect(changes.length).toBeGreaterThan(20);
    expect(changes.filter((call) => !isDoneOnce(call)).map(({ name }) => name)).toEqual([]);
  });

  it('says of every call who may use it', () => {
    for (const call of calls) {
      // Without a session there is no role to ask for.
      expect(call.roles.length > 0, call.name).toBe(call.access === 'session');
    }
  });

  it('names a parameter for each part of its address', () => {
    for (const call of calls) {
      const names = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
      const described = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : [];
      expect(new Set(described), call.name).toEqual(new Set(names));
    }
  });

  it('puts calls of the second base below /api/v2 and all others below /api/v1', () => {
    for (const call of calls) {
      const params = Object.fromEntries(
        [...call.path.matchAll(/:(\w+)/g)].map((match) => [String(match[1]), 'x']),
      );
      expect(callAddress(call, params)).toMatch(/^\/api\/v[12]\//);
    }
  });

  it('keeps no secret for a repeat', () => {
    const kept = calls.filter((call) => isDoneOnce(call));
    const secrets = kept.filter((call) =>
      /"\w*(token|secret|password)\w*":/i.test(
        JSON.stringify(z.toJSONSchema(call.answer, { unrepresentable: 'any' })),
      ),
    );
    expect(secrets.map(({ name }) => name)).toEqual([]);
  });

  it('is described whole by the OpenAPI document', () => {
    const document = openApiDocument(calls, 'test') as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const described = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    expect(described.sort()).toEqual(calls.map((call) => call.name).sort());
  });
});
