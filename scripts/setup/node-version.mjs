import { giveUp } from './say.mjs';

/** Gives up unless this Node is 20.19 or newer, the oldest that the packages support. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
  }
}
