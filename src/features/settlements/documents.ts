import { scalePhoto } from '../../offline/photo.ts';
import type { QueuedFile } from '../../offline/operation-body.ts';

/** Documents of a proposal as the outbox keeps them: photos small and without metadata, the rest as it is. */
export function queuedDocuments(files: readonly File[]): Promise<QueuedFile[]> {
  return Promise.all(
    files.map(async (file): Promise<QueuedFile> => {
      const { name } = file;
      if (file.type.startsWith('image/')) {
        const { bytes, contentType } = await scalePhoto(file);
        const jpeg = `${name.replace(/\.[^.]*$/, '').slice(0, 200) || 'photo'}.jpg`;
        return { kind: 'supportingDoc', name: jpeg, contentType, bytes };
      }
      const contentType = file.type || 'application/octet-stream';
      return { kind: 'supportingDoc', name, contentType, bytes: await file.arrayBuffer() };
    }),
  );
}
