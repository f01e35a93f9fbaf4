// A CouchDB-protocol server from the registry, in memory, with the loans of a file in it (one JSON document per line).
// Arguments: the file, and the folder whose files it serves below /page.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import express from 'express';
import expressPouch from 'express-pouchdb';
import PouchDB from 'pouchdb';
import memoryAdapter from 'pouchdb-adapter-memory';

const [file, folder] = process.argv.slice(2);
PouchDB.plugin(memoryAdapter);
const Memory = PouchDB.defaults({ adapter: 'memory' });
const app = express();
app.use('/page', express.static(folder));
app.use(
  '/',
  expressPouch(Memory, { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: '/dev/null' }),
);

const loans = new Memory('loans');
const documents = [];
for await (const line of createInterface({ input: createReadStream(file) }))
  documents.push(JSON.parse(line));
while (documents.length > 0) await loans.bulkDocs(documents.splice(0, 1000));

const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}`),
);
