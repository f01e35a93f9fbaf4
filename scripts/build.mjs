// npm run build: the server and the app, whatever of them changed.
import { ensureBuild } from './setup/build.mjs';
import { checkNodeVersion } from './setup/node-version.mjs';
import { ensurePackages } from './setup/packages.mjs';
import { inTurn } from './setup/turn.mjs';

checkNodeVersion();
await inTurn(async () => {
  await ensurePackages({ withDev: true });
  await ensureBuild();
});
