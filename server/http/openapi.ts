import { z } from 'zod';
import type { Call } from '../../contract/call.ts';
import { DONE_ONCE_HEADER, doneOnceKeySchema, isDoneOnce } from '../../contract/done-once.ts';
import { errorBodySchema } from '../../contract/errors.ts';

type Json = Record<string, unknown>;

const shape = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

function parameters(call: Call): Json[] {
  const places = [
    ['path', call.params],
    ['query', call.query],
    ['header', call.headers],
    ['header', isDoneOnce(call) && z.object({ [DONE_ONCE_HEADER]: doneOnceKeySchema.optional() })],
  ] as const;
  return places.flatMap(([place, schema]) => {
    if (!schema) return [];
    const described = shape(schema, 'input');
    const required = new Set((described['required'] as string[] | undefined) ?? []);
    return Object.entries((described['properties'] as Json | undefined) ?? {}).map(
      ([name, property]) => ({
        name,
        in: place,
        required: place === 'path' || required.has(name),
        schema: property,
      }),
    );
  });
}

function requestBody(call: Call): Json | undefined {
  if (!call.body) return undefined;
  const described = shape(call.body, 'input');
  const content: Json = { 'application/json': { schema: described } };
  if (call.bodyKind === 'multipart') {
    const files = Object.fromEntries(
      Object.keys(call.files ?? {}).map((name) => [name, { type: 'string', format: 'binary' }]),
    );
    const fields = (described['properties'] as Json | undefined) ?? {};
    content['multipart/form-data'] = {
      schema: { type: 'object', properties: { ...fields, ...files } },
    };
  }
  return { required: true, content };
}

function operation(call: Call): Json {
  const roles = call.roles === 'any' ? ['any role'] : call.roles;
  const answer =
    call.answerKind === 'file'
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: shape(call.answer, 'output') } };
  const body = requestBody(call);
  return {
    operationId: call.name,
    summary: call.summary,
    description: `Section: ${call.section}. Access: ${call.access}${call.access === 'session' ? ` (${roles.join(', ')})` : ''}.`,
    parameters: parameters(call),
    ...(body ? { requestBody: body } : {}),
    ...(call.access === 'public' ? { security: [] } : {}),
    responses: {
      '200': { description: 'Done.', content: answer },
      default: {
        description: 'Refused: what to do about it.',
        content: { 'application/json': { schema: shape(errorBodySchema, 'output') } },
      },
    },
  };
}

/** The OpenAPI 3.1 document of the given calls, made from the contract and nothing else. */
export function openApiDocument(calls: readonly Call[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const call of calls) {
    const address = call.path.startsWith('/api/') ? call.path : `/api/v1${call.path}`;
    const path = address.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Recoup', version },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
  };
}
