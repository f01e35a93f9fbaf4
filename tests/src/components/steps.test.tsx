// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { keepFocus } from '../../../src/components/focus-keeping.ts';
import { StepsTo } from '../../../src/components/steps.tsx';
import { PATIENCE } from '../../support/patience.ts';
import { render } from '../support/render.tsx';

/** A run is begun, and looked at in steps that have to be read first; below are earlier ones. */
function Runs() {
  const [search] = useSearchParams();
  const [isBegun, setBegun] = useState(false);
  useEffect(keepFocus, []);
  return (
    <main>
      {isBegun || search.has('run') ? (
        <section>
          <StepsTo titles={['Plan']} active={0}>
            <p>Being read</p>
          </StepsTo>
        </section>
      ) : (
        <div>
          <button onClick={() => setBegun(true)}>Run</button>
        </div>
      )}
      <button>Export</button>
      <Link to="/runs?run=1">Yesterday</Link>
    </main>
  );
}

it.each(['Run', 'Yesterday'])('after %s the step has the focus', async (name) => {
  const view = await render(<Runs />, '/runs');
  const pressed = view.all('button, a').find((each) => each.textContent === name) as HTMLElement;
  await act(async () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    pressed.focus();
  });
  await view.click(pressed);
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Being read'), PATIENCE);
});
