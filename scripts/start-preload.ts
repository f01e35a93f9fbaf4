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
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const start = chunks.find(({ moduleIds }) => moduleIds.some((id) => START.test(id)));
        if (start === undefined) throw new Error('The start has no script of its own.');
        const files = [start.fileName, ...start.imports].filter((file) => !html.includes(file));
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
