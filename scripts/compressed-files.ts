import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);
/** Text that travels; smaller files gain nothing, bytes. */
const TEXT = /\.(js|css|svg|webmanifest)$/;
const LEAST = 1024;

/**
 * Puts each file of the built app beside itself as small as it can be made, `main.js.br`: the server sends that, and has
 * nothing to compress when a thousand phones take a new version.
 */
export function compressedFiles(folder: string): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    closeBundle: {
      // The worker is written when the bundle is closed.
      order: 'post',
      sequential: true,
      handler: async () => {
        const names = await readdir(folder, { recursive: true });
        await Promise.all(
          names.filter((name) => TEXT.test(name)).map((name) => compressFile(join(folder, name))),
        );
      },
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < LEAST) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${path}.br`, await compress(bytes, { params }));
}
