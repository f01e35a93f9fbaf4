// A queue as the documentation of workbox-background-sync writes it: requests that fail for the network, and answers of
// 500 and above (its recipe for these), are kept and replayed on sync.
import { BackgroundSyncPlugin } from 'workbox-background-sync';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

const statusPlugin = {
  fetchDidSucceed: ({ response }) => {
    if (response.status >= 500) throw new Error('Server error.');
    return response;
  },
};

registerRoute(
  ({ url }) => url.pathname === '/visits',
  new NetworkOnly({
    plugins: [statusPlugin, new BackgroundSyncPlugin('visits', { maxRetentionTime: 24 * 60 })],
  }),
  'POST',
);

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
