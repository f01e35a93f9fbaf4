const SCHEME = 'data-mantine-color-scheme';

/** What is printed is light, whatever the screen is; gives back how to leave that. */
export function followPrinting(): () => void {
  const root = document.documentElement;
  let shown: string | null = null;
  const begin = () => {
    shown ??= root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
    // Pictures stay as they were drawn: their style sheet turns them.
    root.toggleAttribute('data-was-dark', shown === 'dark');
  };
  const end = () => {
    if (shown !== null) root.setAttribute(SCHEME, shown);
    shown = null;
    root.removeAttribute('data-was-dark');
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}
