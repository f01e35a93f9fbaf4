import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute folder of the package, the same from the sources and from the build. Throws when there is no package.json above. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The package.json of Recoup is missing above the server.');
    folder = parent;
  }
  return folder;
}
