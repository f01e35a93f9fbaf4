import type { Plugin } from 'vite';

const USE_ID = /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;

/**
 * The components' ids are React's own from the first drawing on. The library gives each mounted field, tab and menu another id
 * before it is painted, so that a screen with any of them is drawn twice, and all its effects run, until it is seen.
 */
export function idsAtOnce(): Plugin {
  let isFound = false;
  return {
    name: 'ids-at-once',
    apply: 'build',
    transform: {
      filter: { id: USE_ID },
      handler: () => {
        isFound = true;
        return {
          code: `import { useId as useReactId } from 'react';
export function useId(given) {
  const own = useReactId();
  return typeof given === 'string' ? given : 'mantine-' + own.replaceAll(':', '');
}`,
          map: null,
        };
      },
    },
    buildEnd: (error) => {
      if (error === undefined && !isFound) throw new Error('The library has its ids elsewhere.');
    },
  };
}
