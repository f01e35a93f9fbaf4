/** A place by its coordinates, degrees. */
interface Place {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Degrees that are shown at least: a single city does not fill the map. */
const LEAST_DEGREES = 0.5;

const ends = (values: readonly number[]) => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { middle: (least + most) / 2, span: Math.max(LEAST_DEGREES, most - least) };
};

/** The edges of a map that has all places, with the same scale in both directions, so that distances look as they are. */
export function mapBounds(
  places: readonly Place[],
  size: { readonly width: number; readonly height: number },
) {
  const x = ends(places.map(({ longitude }) => longitude ?? 0));
  const y = ends(places.map(({ latitude }) => latitude ?? 0));
  // A degree of longitude is shorter the further it is from the equator.
  const shrink = Math.cos((y.middle * Math.PI) / 180);
  const [width, height] = [Math.max(1, size.width), Math.max(1, size.height)];
  const perPixel = Math.max((x.span * shrink) / width, y.span / height);
  const [halfX, halfY] = [(perPixel * width) / shrink / 2, (perPixel * height) / 2];
  return {
    west: x.middle - halfX,
    east: x.middle + halfX,
    south: y.middle - halfY,
    north: y.middle + halfY,
  };
}

/** A place's circle with its name, pixels. */
export interface NamedCircle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly name: string;
}

/** The side of a circle on which its name stands. */
type Side = 'right' | 'left' | 'top' | 'bottom';

const SIDES: readonly Side[] = ['right', 'left', 'top', 'bottom'];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Pixels of a name's letter, about; of its height; between it and its circle. */
const [LETTER, LINE, GAP] = [7, 16, 4];

const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const around = (x: number, y: number, width: number, height: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

function nameBox({ x, y, radius, name }: NamedCircle, side: Side): Box {
  const width = name.length * LETTER;
  const [aside, over] = [radius + GAP + width / 2, radius + GAP + LINE / 2];
  if (side === 'right') return around(x + aside, y, width, LINE);
  if (side === 'left') return around(x - aside, y, width, LINE);
  return around(x, side === 'top' ? y - over : y + over, width, LINE);
}

/**
 * Where each circle's name stands so that no two lie over each other, on a free spot rather than over another circle; null where
 * there is no room: it is told by a tip and in the table. The first ones choose first.
 */
export function nameSides(
  circles: readonly NamedCircle[],
  size: { readonly width: number; readonly height: number },
): (Side | null)[] {
  const names: Box[] = [];
  return circles.map((circle, at) => {
    const others = circles
      .filter((_, other) => other !== at)
      .map(({ x, y, radius }) => around(x, y, radius * 2, radius * 2));
    const free = SIDES.filter((side) => {
      const box = nameBox(circle, side);
      const isInside =
        box.left >= 0 && box.top >= 0 && box.right <= size.width && box.bottom <= size.height;
      return isInside && !names.some((name) => meet(name, box));
    });
    const best =
      free.find((side) => !others.some((other) => meet(other, nameBox(circle, side)))) ?? free[0];
    if (best === undefined) return null;
    names.push(nameBox(circle, best));
    return best;
  });
}
