import { createRoot } from 'react-dom/client';
import './components/styles/first.css';
import './components/base.css';
import { App } from './app/app.tsx';
import { pageTimeZone } from './app/base-path.ts';
import { linkServiceWorker } from './app/service-worker-link.ts';
import { checkStoredSession } from './app/session-watch.ts';
import { startTexts } from './lib/texts/texts.ts';

async function start(): Promise<void> {
  const zone = pageTimeZone();
  if (zone !== null) {
    const { setBusinessZone } = await import('./lib/dates.ts');
    setBusinessZone(zone);
  }
  await Promise.all([startTexts(), checkStoredSession()]);
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root.');
  createRoot(root).render(<App />);
  window.addEventListener('load', () => void linkServiceWorker());
}

void start();
