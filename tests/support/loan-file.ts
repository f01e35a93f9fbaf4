import type { LightMyRequestResponse } from 'fastify';
import type { LoanImport } from '../../contract/loan-import.ts';
import type { PersonName, TestServer } from './server.ts';

/** What a test uploads: bytes or text under a file name, with the fields of the form. */
export interface TestUpload {
  readonly as: PersonName;
  readonly content: string | Buffer;
  readonly name?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** POST and `file` unless told. */
  readonly method?: 'POST' | 'PUT';
  readonly part?: string;
}

/** A file of a form: the part's name, the file's name, its bytes. */
export type FormPart = readonly [part: string, name: string, content: string | Buffer];

/** Sends a multipart form to a call below /api/v1: fields are texts, an object's as JSON. */
export async function sendForm(
  server: TestServer,
  method: 'POST' | 'PUT',
  path: string,
  {
    as,
    fields,
    files,
    headers = {},
  }: {
    as: PersonName;
    fields: object;
    files: readonly FormPart[];
    headers?: Readonly<Record<string, string>>;
  },
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields))
    form.append(field, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [part, name, content] of files) {
    const bytes = typeof content === 'string' ? content : new Uint8Array(content);
    form.append(part, new Blob([bytes]), name);
  }
  const request = new Request('http://test.invalid', { method: 'POST', body: form });
  return server.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...headers,
      authorization: `Bearer ${server.people[as].token}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}

/** Sends a multipart form with one file to a call below /api/v1. */
export const sendFile = (
  server: TestServer,
  path: string,
  { as, content, name = 'loans.csv', fields = {}, method = 'POST', part = 'file' }: TestUpload,
): Promise<LightMyRequestResponse> =>
  sendForm(server, method, path, { as, fields, files: [[part, name, content]] });

/** Waits until an import rests in one of the states and returns it. Throws after 20 s. */
export async function importIn(
  server: TestServer,
  id: string,
  states: readonly LoanImport['state'][],
): Promise<LoanImport> {
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await server.call('GET', `/loans/imports/${id}`, { as: 'admin' });
    const found = answer.json<LoanImport>();
    if (states.includes(found.state)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error(`The import did not come to ${states.join(' or ')} in 20 s.`);
}

/** Uploads a file for client X as admin and waits for its pending list (or failure). Throws when the upload is refused. */
export async function pendingList(
  server: TestServer,
  content: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
): Promise<LoanImport> {
  const answer = await sendFile(server, '/loans/csv/upload', {
    as: 'admin',
    content,
    fields: { Client_Name: server.clients.X.name, ...fields },
  });
  if (answer.statusCode !== 200) throw new Error(`Upload refused: ${answer.body}`);
  return importIn(server, answer.json<LoanImport>()._id, ['PENDING', 'FAILED']);
}

/** Verifies a pending list as admin and waits until its loans are stored. */
export async function verified(server: TestServer, pending: LoanImport): Promise<LoanImport> {
  const answer = await server.call('PUT', '/loans/csv/verify', {
    as: 'admin',
    body: { _id: pending._id },
  });
  if (answer.statusCode !== 200) throw new Error(`Verification refused: ${answer.body}`);
  return importIn(server, pending._id, ['DONE', 'PENDING', 'FAILED']);
}
