// @vitest-environment page
import { act, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useShownProblem } from '../../../src/components/use-shown-problem.ts';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

/** A long form: what is found wrong is drawn only then. */
function Screen({ wrong, afterMs = 0 }: { wrong: 'field' | 'message'; afterMs?: number }) {
  const [frame, showProblem] = useShownProblem();
  const [isChecked, setChecked] = useState(false);
  const check = () => {
    if (afterMs === 0) setChecked(true);
    else setTimeout(() => act(() => setChecked(true)), afterMs);
    showProblem();
  };
  return (
    <>
      <p role="alert">Of another form</p>
      <div ref={frame}>
        <input id="fine" />
        {isChecked && wrong === 'message' && <p role="alert" tabIndex={-1} id="wrong" />}
        <input
          id={wrong === 'field' ? 'wrong' : 'last'}
          aria-invalid={isChecked && wrong === 'field'}
        />
        <button onClick={check}>Check</button>
      </div>
    </>
  );
}

describe('a check that finds something wrong', () => {
  it.each([
    ['field', 0],
    ['message', 0],
    ['field', 100],
  ] as const)('brings the first wrong %s into view, drawn after %i ms', async (wrong, afterMs) => {
    const shown: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function into(this: Element) {
      shown.push(this.id);
    });
    const screen = await render(<Screen wrong={wrong} afterMs={afterMs} />);
    await screen.click(screen.button('Check'));
    await vi.waitFor(() => expect(shown).toEqual(['wrong']), PATIENCE);
    expect(document.activeElement?.id).toBe('wrong');
  });
});
