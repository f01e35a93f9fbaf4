import '../contract/no-eval.ts';
import { createRoot } from 'react-dom/client';
import './components/styles/first.css';
import './components/styles/layout.css';
import './components/base.css';
import { App } from './app/app.tsx';
import { pageTimeZone } from './app/base-path.ts';
import { linkServiceWorker } from './app/service-worker-link.ts';
import { loadGuardedApp } from './app/router.tsx';
import { sessionStore } from './app/session.ts';
import { deliverWaitingWork } from './app/waiting-delivery.ts';
import { setBusinessZone } from './lib/business-zone.ts';
import { startTexts } from './lib/texts/texts.ts';

async function start(): Promise<void> {
  const zone = pageTimeZone();
  if (zone !== null) setBusinessZone(zone);
  await Promise.all([startTexts(), checkSession()]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root.');
  createRoot(root).render(<App />);
  // Checking a stored session may take longer than the page's own loading.
  if (document.readyState === 'complete') startBackground();
  else window.addEventListener('load', startBackground);
}

/** What nobody waits for: the worker, and the delivery of what earlier sessions left here. */
function startBackground(): void {
  void linkServiceWorker();
  // A browser that doesn't list its databases delivers after the next login.
  deliverWaitingWork().catch(() => undefined);
}

/** Only a stored session needs checking, and the code for it. */
async function checkSession(): Promise<void> {
  if (sessionStore.get() === null) return;
  // What fails here is asked for again when it is shown.
  void loadGuardedApp().catch(() => undefined);
  const { checkStoredSession } = await import('./app/session-watch.ts');
  await checkStoredSession();
}

void start();
