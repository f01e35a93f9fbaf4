import { z } from 'zod';
import { says } from '../../contract/errors.ts';

/** The rules of a form with one `FileField` named `file`: what is sent is the file itself. */
export const oneFile = z.object({
  file: z
    .array(z.file())
    .min(1, says('file-missing'))
    .transform(([file]) => file as File),
});
