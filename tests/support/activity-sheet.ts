import type { ActivitySheet } from '../../contract/activity-sheet.ts';
import type { SheetKind } from '../../contract/sheet-mapping.ts';
import { sendFile } from './loan-file.ts';
import type { PersonName, TestServer } from './server.ts';

/** Waits until a sheet rests in one of the states and returns it. Throws after 30 s. */
export async function sheetIn(
  server: TestServer,
  id: string,
  states: readonly ActivitySheet['state'][],
): Promise<ActivitySheet> {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await server.call('GET', `/activity-sheets/${id}`, { as: 'admin' });
    const found = answer.json<ActivitySheet>();
    if (states.includes(found.state)) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`The sheet did not come to ${states.join(' or ')} in 30 s.`);
}

/** Uploads a sheet for client X (admin unless told) and waits until its rows are decided. Throws when it is refused. */
export async function sheetRead(
  server: TestServer,
  kind: SheetKind,
  content: string,
  given: { as?: PersonName; client?: string; fields?: Record<string, string> } = {},
): Promise<ActivitySheet> {
  const answer = await sendFile(server, '/activity-sheets', {
    as: given.as ?? 'admin',
    content,
    fields: { kind, Client_Name: given.client ?? server.clients.X.name, ...given.fields },
  });
  if (answer.statusCode !== 200) throw new Error(`Upload refused: ${answer.body}`);
  return sheetIn(server, answer.json<ActivitySheet>()._id, ['PENDING', 'DONE', 'FAILED']);
}

/** Confirms a sheet and waits until its rows are posted, or refused. */
export async function sheetPosted(
  server: TestServer,
  sheet: ActivitySheet,
  as: PersonName = 'admin',
): Promise<ActivitySheet> {
  const answer =
    sheet.kind === 'BANK_PAID'
      ? await server.call('POST', '/loans/bankpaid/verify', { as, body: { _id: sheet._id } })
      : await server.call('PUT', `/activity-sheets/${sheet._id}/confirm`, { as });
  if (answer.statusCode !== 200) throw new Error(`Confirmation refused: ${answer.body}`);
  return sheetIn(server, sheet._id, ['DONE', 'PENDING', 'FAILED']);
}

/** Rows per outcome, without the rupees. */
export function rowsOf(sheet: ActivitySheet): Record<string, number> {
  return Object.fromEntries(Object.entries(sheet.counts).map(([name, { rows }]) => [name, rows]));
}
