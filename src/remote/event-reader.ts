/**
 * Reads a stream of server-sent events piece by piece, wherever the pieces are cut: calls back with each event's name and
 * its data, parsed. What is no JSON, and comments, are passed over.
 */
export function eventReader(
  onEvent: (event: string, data: unknown) => void,
): (piece: string) => void {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) readBlock(block, onEvent);
  };
}

function readBlock(block: string, onEvent: (event: string, data: unknown) => void): void {
  let event = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at);
    const value = line.slice(at + 1).replace(/^ /, '');
    if (name === 'event') event = value;
    if (name === 'data') data.push(value);
  }
  if (data.length === 0) return;
  let parsed: unknown;
  try {
    parsed = JSON.parse(data.join('\n'));
  } catch {
    return;
  }
  onEvent(event, parsed);
}
