import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BoardRow } from '../../../../contract/agent-board.ts';
import { boardColumns } from '../../../../src/features/agent-board/agent-board-columns.tsx';

const told = (key: string, values?: { count?: number }): string =>
  values?.count === undefined ? key : `${key} ${values.count}`;

function movementOf(row: Pick<BoardRow, 'weekMovement' | 'monthMovement'>): string {
  const column = boardColumns(told as never, 'HISTORY').find(({ key }) => key === 'movement');
  return renderToStaticMarkup(<>{column?.render(row as BoardRow)}</>);
}

it('tells who was not on the board before from who kept the place', () => {
  const fresh = movementOf({ weekMovement: null, monthMovement: 0 });
  expect(fresh).toContain('agentBoard.fresh.week');
  expect(fresh).toContain('agentBoard.same.month');
});

it('tells places gained as up and places lost as down', () => {
  const moved = movementOf({ weekMovement: 2, monthMovement: -1 });
  expect(moved).toContain('agentBoard.up.week 2');
  expect(moved).toContain('agentBoard.down.month 1');
});
