import type { InsightDetail } from '../../contract/data-insight.ts';
import { sendFile } from './loan-file.ts';
import type { PersonName, TestServer } from './server.ts';

/** Uploads a file of client X to be looked into. */
export const uploadInsight = async (
  server: TestServer,
  content: string | Buffer,
  as: PersonName = 'admin',
  fields: Readonly<Record<string, string>> = {},
) =>
  sendFile(server, '/data-insights', {
    as,
    content,
    name: 'bureau.csv',
    fields: { Client_Name: server.clients.X.name, ...fields },
  });

/** Waits until a file is read, or not to be read. Throws after 30 s. */
export async function insightAtRest(
  server: TestServer,
  id: string,
  as: PersonName = 'admin',
): Promise<InsightDetail> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const answer = await server.call('GET', `/data-insights/${id}`, { as });
    const found = answer.json<InsightDetail>();
    if (found.state !== 'READING') return found;
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  throw new Error('The file was not read in 30 s.');
}

/** Uploads a file and waits until it is read. Throws when it is refused. */
export async function readInsightFile(
  server: TestServer,
  content: string | Buffer,
  as: PersonName = 'admin',
  fields: Readonly<Record<string, string>> = {},
): Promise<InsightDetail> {
  const answer = await uploadInsight(server, content, as, fields);
  if (answer.statusCode !== 200) throw new Error(`Upload refused: ${answer.body}`);
  return insightAtRest(server, answer.json<InsightDetail>()._id, as);
}
