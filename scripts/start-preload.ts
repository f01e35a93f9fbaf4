import type { Plugin } from 'vite';

const START = /\/src\/app\/start\.tsx$/;

/**
 * Names the app's own scripts in the page: the small script that comes first loads them, and their download need not wait
 * until it runs.
 */
export function startPreload(): Plugin {
  return {
    name: 'start-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = chunks.find(({ facadeModuleId }) => START.test(facadeModuleId ?? ''));
        if (start === undefined) throw new Error('The start has no script of its own.');
        return [start.fileName, ...start.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
