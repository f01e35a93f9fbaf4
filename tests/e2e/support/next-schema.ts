/** The address that an upgrade of the next schema calls when it begins, so that a proxy sees it. */
export const UPGRADE_BEGUN = '/next-schema-begun';

const OUTBOX_VERSIONS = /\[\{version:\d+,stores:\{operations:/;

/** Where a list that begins at `from` ends: its closing bracket. */
function endOfList(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '[') depth += 1;
    if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('The list of schema versions has no end.');
}

/**
 * A built script with one more released version of the outbox's schema: a new index, a new table, and an upgrade that
 * changes every operation. A script without the schema stays as it is.
 */
export function withNextSchema(script: string, upgradeMs: number): string {
  const found = OUTBOX_VERSIONS.exec(script);
  if (found === null) return script;
  const end = endOfList(script, found.index);
  const list = script.slice(found.index, end);
  const released = [...list.matchAll(/version:(\d+)/g)].map(([, number]) => Number(number));
  const indexes = [...list.matchAll(/operations:["'`]([^"'`]*)/g)].at(-1)?.[1] ?? '';
  const next = `,{version:${Math.max(...released) + 1},
    stores:{operations:'${indexes}, savedAt',notes:'opId'},
    upgrade:(changing)=>{
      fetch('${UPGRADE_BEGUN}').catch(()=>undefined);
      const until=Date.now()+${upgradeMs};
      const operations=changing.table('operations');
      const change=()=>operations.toCollection().modify((row)=>{row.note='of the next version'});
      const wait=()=>operations.count().then(()=>Date.now()<until?wait():change());
      return wait();
    }}`;
  return script.slice(0, end) + next + script.slice(end);
}
