/**
 * Calls back as the page is left: it is loaded anew, closed or put out of sight, where a phone may end it without a word. Returns
 * how to stop. A reload is heard before the next page is asked for, so that what is written then is still written.
 */
export function whenLeaving(work: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'hidden') work();
  };
  window.addEventListener('beforeunload', work);
  window.addEventListener('pagehide', work);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('beforeunload', work);
    window.removeEventListener('pagehide', work);
    document.removeEventListener('visibilitychange', look);
  };
}
