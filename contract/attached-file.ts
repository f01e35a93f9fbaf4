import { z } from 'zod';
import { callsOf } from './call.ts';
import { idSchema } from './values.ts';

/** Files of contacts, read one by one. */
export const attachedFileCalls = callsOf('files', {
  getFile: {
    method: 'GET',
    path: '/files/:id',
    summary:
      'The bytes of an attached file, as an attachment; `?preview=1` gives a small JPEG of a picture.',
    roles: 'any',
    params: z.object({ id: idSchema }),
    query: z.object({ preview: z.literal('1').optional() }),
    answer: z.unknown(),
    answerKind: 'file',
  },
});
