/** How many slips (a sign too many, missing, wrong, or two that changed places) lead from one text to the other. */
function slipsBetween(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const isTurned = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      const turned = isTurned ? (before[at - 2] ?? Infinity) + 1 : Infinity;
      const changed = (above[at - 1] ?? 0) + (isSame ? 0 : 1);
      line.push(Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, changed, turned));
    }
    before = above;
    above = line;
  }
  return above[to.length] ?? 0;
}

const plain = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** Short names are near to anything. */
const slipsAllowed = ({ length }: string): number => (length < 7 ? 0 : length < 9 ? 1 : 2);

/** Whether this is one of the names with a slip of the keyboard in it: in other letters, without its underscores, mistyped. */
export function isNearTo(given: string, names: Iterable<string>): boolean {
  const typed = plain(given);
  for (const name of names) {
    const meant = plain(name);
    const allowed = slipsAllowed(meant);
    if (Math.abs(typed.length - meant.length) > allowed) continue;
    if (slipsBetween(typed, meant) <= allowed) return true;
  }
  return false;
}
