import { describe, expect, it } from 'vitest';
import { Admission } from '../../server/http/admission.ts';

/* Past its limit the server sheds: so many at once, some wait for a moment, the rest hear at once. */

const stays = () => undefined;

describe('the door of the server', () => {
  it('lets in so many at once, and the next when one leaves, however often it says so', async () => {
    const door = new Admission(2);
    const first = await door.enter('usual', stays);
    await door.enter('usual', stays);
    let isIn = false;
    const third = door.enter('usual', stays).then((turn) => {
      isIn = true;
      return turn;
    });
    await Promise.resolve();
    expect(isIn).toBe(false);
    first?.();
    first?.();
    expect(await third).not.toBeNull();
    expect(door.figures).toEqual({ inside: 2, waiting: 0, refused: 0 });
  });

  it('calls what phones deliver before what people look at', async () => {
    const door = new Admission(1);
    const inside = await door.enter('usual', stays);
    const order: string[] = [];
    const list = door.enter('usual', stays).then((turn) => {
      order.push('list');
      return turn;
    });
    const delivery = door.enter('delivery', stays).then((turn) => {
      order.push('delivery');
      return turn?.();
    });
    inside?.();
    await delivery;
    await list;
    expect(order).toEqual(['delivery', 'list']);
  });

  it('refuses at once when too many wait, and whoever has waited too long', async () => {
    let now = 0;
    const door = new Admission(1, () => now);
    const inside = await door.enter('usual', stays);
    const waiting = Array.from({ length: 200 }, () => door.enter('usual', stays));
    expect(await door.enter('usual', stays)).toBeNull();
    const late = door.enter('delivery', stays);
    now = 1500;
    inside?.();
    expect(await late).not.toBeNull();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => null));
    expect(door.figures).toEqual({ inside: 1, waiting: 0, refused: 201 });
  });

  it('forgets who left while waiting', async () => {
    const door = new Admission(1);
    const inside = await door.enter('usual', stays);
    let leave = stays as () => void;
    const gone = door.enter('usual', (go) => {
      leave = go;
    });
    leave();
    expect(await gone).toBeNull();
    const next = door.enter('usual', stays);
    inside?.();
    expect(await next).not.toBeNull();
  });
});
