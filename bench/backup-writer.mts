import { basename, dirname } from 'node:path';
import { backupPlace } from '../server/backups/backup-places.ts';
import { writeBackup } from '../server/backups/backup-writing.ts';
import { readSettings } from '../server/settings.ts';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { forgetPeak, peakMb, residentMb } from './import-server.mts';

/* Makes one backup of the database in argv[2] into the file argv[3], and tells its parent how long that took. */

const [, , url = '', file = ''] = process.argv;
const place = backupPlace(readSettings({ BACKUP_DIR: dirname(file) }));
const recipient = await identityToRecipient(await generateX25519Identity());
await forgetPeak(process.pid);
const before = await residentMb(process.pid);
const begun = performance.now();
const made = await writeBackup({
  id: 'bench',
  url,
  dataDir: '/nowhere',
  backupDir: '/nowhere',
  appVersion: 'bench',
  recipients: [recipient],
});
await place.put(basename(file), made.bytes);
const seconds = (performance.now() - begun) / 1000;
process.send?.({ seconds, peakMb: (await peakMb(process.pid)) - before });
process.disconnect?.();
