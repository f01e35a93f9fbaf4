import { createRoot } from 'react-dom/client';

/** React with nothing on it: what any app's start is held against. */
function Empty() {
  return <p>Ready</p>;
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(<Empty />);
window.addEventListener('load', () => {
  void navigator.serviceWorker.register('./worker.js');
});
