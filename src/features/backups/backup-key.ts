import { saveBlob } from '../../lib/download.ts';

/** A pair of keys: the public one makes backups, the private one opens them. */
export interface BackupKey {
  readonly recipient: string;
  readonly identity: string;
}

/** Makes a pair of keys in this browser; the private one leaves it only as the file that the person saves. */
export async function makeBackupKey(): Promise<BackupKey> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Hands the private key to the person as the file that `npm run restore -- FILE --key` and the age tools read. */
export function saveBackupKey({ identity, recipient }: BackupKey, now: Date = new Date()): string {
  const fileName = `recoup-backup-key-${now.toISOString().slice(0, 10)}-${recipient.slice(-6)}.txt`;
  const text = `# created: ${now.toISOString()}\n# public key: ${recipient}\n${identity}\n`;
  saveBlob({ blob: new Blob([text], { type: 'text/plain' }), fileName });
  return fileName;
}
