import '../contract/no-eval.ts';
import './components/styles/first.css';
import './components/styles/layout.css';
import './components/base.css';
import { showOpening } from './app/opening.ts';
import { endOpening } from './lib/opening.ts';

/** The day's first cards, then the app: its code is on its way meanwhile, but not run before they are read. */
async function open(): Promise<void> {
  await showOpening();
  const { start } = await import('./app/start.tsx');
  await start();
}

open().catch((error: unknown) => {
  endOpening();
  throw error;
});
