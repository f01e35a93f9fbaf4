import { useEffect, useState } from 'react';
import { agentSeatCalls, seatEventSchema } from '../../../contract/agent-seat.ts';
import type { BreakReason, SEAT_ACTIONS, SeatRow } from '../../../contract/agent-seat.ts';
import { showSuccess } from '../../components/toast-store.ts';
import { useCommand } from '../../data/call-command.ts';
import { useHeld, useReadQuery } from '../../data/read-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { followLive } from '../../remote/live-events.ts';
import type { LiveState } from '../../remote/live-events.ts';
import { server } from '../../remote/session-client.ts';

const KEY = ['agent-seats', 'floor'] as const;

/** The floor as the page knows it. */
export interface Floor {
  readonly rows: readonly SeatRow[];
  /** The server's clock minus the page's, milliseconds. */
  readonly clockOffsetMs: number;
}

function floorOf(rows: readonly SeatRow[], serverTime: string): Floor {
  return { rows, clockOffsetMs: Date.parse(serverTime) - Date.now() };
}

/** The floor with some rows replaced; one that is new is put in. The other rows stay the very same. */
function withChanged(floor: Floor, changed: readonly SeatRow[], serverTime: string): Floor {
  const news = new Map(changed.map((row) => [row._id, row]));
  const rows = floor.rows.map((row) => news.get(row._id) ?? row);
  for (const row of floor.rows) news.delete(row._id);
  return floorOf(news.size === 0 ? rows : [...rows, ...news.values()], serverTime);
}

async function readFloor(signal?: AbortSignal): Promise<Floor> {
  const options = { isBackground: true, ...(signal ? { signal } : {}) };
  const { data, serverTime } = await server.call(agentSeatCalls.readAgentStatus, {}, options);
  return floorOf(data, serverTime);
}

/** The floor, live: read once, then told by events; polled where they don't come through; silent while the tab is hidden. */
export function useFloor() {
  const held = useHeld<Floor>(...KEY);
  const [live, setLive] = useState<LiveState>('connecting');
  const query = useReadQuery({ key: KEY, read: (signal) => readFloor(signal), isTold: true });
  useEffect(
    () =>
      followLive({
        call: agentSeatCalls.followAgentStatus,
        onState: setLive,
        poll: async () => {
          const floor = await readFloor();
          held.set(() => floor);
        },
        onEvent: (event, told) => {
          const parsed = event === 'beat' ? null : seatEventSchema.safeParse(told);
          if (parsed?.success !== true) return;
          const { data, serverTime } = parsed.data;
          held.set((before) =>
            event === 'seats' || before === undefined
              ? floorOf(data, serverTime)
              : withChanged(before, data, serverTime),
          );
        },
      }),
    [held],
  );
  return { ...query, live };
}

/** What a supervisor does with an agent's seat. */
export interface SeatOrder {
  readonly id: string;
  readonly action: (typeof SEAT_ACTIONS)[number];
  readonly breakName?: BreakReason;
}

/** Puts an agent on a break, makes it ready, logs it out. */
export function useSeatOrder() {
  const t = useText();
  const held = useHeld<Floor>(...KEY);
  return useCommand(
    ({ id, ...body }: SeatOrder) =>
      server.call(agentSeatCalls.changeSeat, { params: { id }, body }),
    {
      onDone: ({ data }) => {
        held.set(
          (before) =>
            before && {
              ...before,
              rows: before.rows.map((row) => (row._id === data._id ? data : row)),
            },
        );
        showSuccess(t('toasts.updated'));
      },
    },
  );
}
