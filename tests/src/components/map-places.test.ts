import { describe, expect, it } from 'vitest';
import { mapBounds, nameSides } from '../../../src/components/map-places.ts';

const heightOf = ({ north, south }: ReturnType<typeof mapBounds>) => north - south;
const widthOf = ({ east, west }: ReturnType<typeof mapBounds>) => east - west;
const near = (name: string, x: number, y: number) => ({ name, x, y, radius: 10 });

describe('a map of places', () => {
  const size = { width: 800, height: 200 };

  it('shows all places at one scale, whatever its shape', () => {
    const nashik = { latitude: 20, longitude: 73.8 };
    const pune = { latitude: 18.5, longitude: 73.9 };
    const bounds = mapBounds([nashik, pune], size);
    expect([bounds.south, bounds.north]).toEqual([18.5, 20]);
    const shrink = Math.cos((19.25 * Math.PI) / 180);
    expect((widthOf(bounds) * shrink) / heightOf(bounds)).toBeCloseTo(4);
    // One above the other, in the middle: they lie 165 km from north to south and 10 from west to east.
    for (const { longitude } of [nashik, pune])
      expect((longitude - bounds.west) / widthOf(bounds)).toBeCloseTo(0.5, 1);
  });

  it('leaves room around a single place', () => {
    const bounds = mapBounds([{ latitude: 13, longitude: 80 }], size);
    expect([heightOf(bounds), (bounds.north + bounds.south) / 2]).toEqual([0.5, 13]);
  });

  it('writes no name over another, and leaves one out where there is no room', () => {
    const places = [near('Mumbai', 200, 100), near('Thane', 206, 98), near('Pune', 230, 104)];
    const sides = nameSides(places, size);
    expect(sides[0]).toBe('left');
    expect(new Set(sides).size).toBe(3);
    expect(sides).not.toContain(null);
    // Five at one spot: four sides.
    const crowd = ['A', 'B', 'C', 'D', 'E'].map((name) => near(name, 200, 100));
    expect(nameSides(crowd, size)).toEqual(['right', 'left', 'top', 'bottom', null]);
    // At the edge a name stands inside.
    expect(nameSides([near('Chennai', 795, 100)], size)).toEqual(['left']);
  });
});
