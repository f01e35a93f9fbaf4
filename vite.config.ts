import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressedFiles } from './scripts/compressed-files.ts';
import { isEarlyFile } from './scripts/early-files.ts';
import { appChunks } from './scripts/app-chunks.ts';
import { idsAtOnce } from './scripts/ids-at-once.ts';
import { startPreload } from './scripts/start-preload.ts';

/**
 * The browser app and its service worker, built to dist/app. All addresses in the output are
 * relative: the server writes its base path into `<base href>` when it sends index.html, so one
 * build serves every BASE_PATH.
 */
export default defineConfig({
  base: './',
  build: {
    outDir: 'dist/app',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups: appChunks } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' },
  },
  plugins: [
    react(),
    startPreload(),
    idsAtOnce(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'service-worker.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        // Marked and first: what a phone's day needs.
        manifestTransforms: [
          async (entries) => {
            const isEarly = await isEarlyFile('dist/app/.vite/manifest.json');
            const marked = entries.map((entry) => ({ ...entry, isEarly: isEarly(entry.url) }));
            return {
              manifest: marked.sort((one, other) => Number(other.isEarly) - Number(one.isEarly)),
            };
          },
        ],
      },
      manifest: {
        id: 'recoup',
        name: 'Recoup',
        short_name: 'Recoup',
        description: 'Loan recovery at the desk and in the field, with or without a network.',
        start_url: './',
        scope: './',
        display: 'standalone',
        orientation: 'any',
        theme_color: '#0b5a54',
        background_color: '#f5f7f9',
        icons: [
          { src: './icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: './icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: './icons/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
    }),
    compressedFiles('dist/app'),
  ],
});
