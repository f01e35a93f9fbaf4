import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema } from './values.ts';

/** Files of contacts, read one by one. */
export const attachedFileCalls = {
  getFile: defineCall({
    name: 'getFile',
    method: 'GET',
    path: '/files/:id',
    section: 'ours',
    summary:
      'The bytes of an attached file, as an attachment; `?preview=1` gives a small JPEG of a picture.',
    access: 'session',
    roles: 'any',
    params: z.object({ id: idSchema }),
    query: z.object({ preview: z.literal('1').optional() }),
    answer: z.unknown(),
    answerKind: 'file',
  }),
};
