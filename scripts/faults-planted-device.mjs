// Faults to plant (faults-planted.mjs) in what runs on a phone or a desk.

const delivery = 'tests/src/offline/delivery.test.ts';

const offline = [
  {
    name: 'another content’s receipt deletes what waits',
    file: 'src/offline/delivery-record.ts',
    find: "if (receipt?.outcome === 'DONE' && isOurs) {",
    put: "if (receipt?.outcome === 'DONE') {",
    tests: [delivery],
  },
  {
    name: 'what was confirmed is deleted without a receipt',
    file: 'src/offline/delivery-record.ts',
    find: 'await outbox.receipts.put({ ...receiptOf(operation, confirmedAt, serverMs), ...review });',
    put: 'void [receiptOf, review];',
    tests: [delivery],
  },
  {
    name: 'what is against the rules is sent for ever',
    file: 'src/offline/delivery-answer.ts',
    find: 'new Set([400, 403, 409, 415, 422])',
    put: 'new Set([400, 403, 409, 415])',
    tests: ['tests/src/offline/delivery-answer.test.ts'],
  },
  {
    name: 'a token replaced by a login stops the queue',
    file: 'src/offline/delivery-pause.ts',
    find: "if (pause === 'login' && current?.deliveryToken !== used.deliveryToken) return false;",
    put: "if (pause === 'login' && current === null) return false;",
    tests: [delivery, 'tests/src/offline/at-the-same-moment.test.ts'],
  },
  {
    name: 'only the queue of who is logged in is delivered',
    file: 'src/offline/delivery.ts',
    find: 'results.push(await deliverAuthor(userId));',
    put: 'results.push(await deliverAuthor(first ?? userId));',
    tests: [delivery],
  },
  {
    name: 'a restored server’s pages are mixed with older ones',
    file: 'src/offline/pull-pages.ts',
    find: 'if (page === null || (before !== null && before.epoch !== page.epoch)) {',
    put: 'if (page === null) {',
    tests: ['tests/src/offline/pull.test.ts'],
  },
  {
    name: 'a later item of a loan overtakes a parked one',
    file: 'src/offline/delivery-batch.ts',
    find: "if (stopped.has(operation.loanId)) return 'behind';",
    put: "if (stopped.has(operation.loanId) && operation.attempts > 0) return 'behind';",
    tests: [delivery],
  },
];

const worker = [
  {
    name: 'other sync events are taken for ours',
    file: 'sw/background-delivery.ts',
    find: 'isSyncTag(occasion.tag) ?',
    put: "isSyncTag(occasion.tag) || occasion.tag !== '' ?",
    tests: ['tests/sw/background-delivery.test.ts'],
  },
  {
    name: 'the browser is told that all went when it did not',
    file: 'sw/background-delivery.ts',
    find: "throw new Error('Not everything could be delivered yet.');",
    put: '',
    tests: ['tests/sw/background-delivery.test.ts'],
  },
  {
    name: 'a push is shown to whoever is logged in',
    file: 'sw/push-notice.ts',
    find: 'to === userId',
    put: "to !== '' && userId !== null",
    tests: ['tests/sw/push.test.ts'],
  },
  {
    name: 'a clicked push leads anywhere',
    file: 'sw/push.ts',
    find: 'if (!address.href.startsWith(self.registration.scope)) return;',
    put: '',
    tests: ['tests/sw/push.test.ts'],
  },
  {
    name: 'a new version takes over by itself',
    file: 'sw/service-worker.ts',
    find: 'registerRoute(new PrecacheRoute(shell));',
    put: 'registerRoute(new PrecacheRoute(shell));\nvoid self.skipWaiting();',
    tests: ['tests/faults/new-version.spec.ts'],
  },
];

/** In the offline engine and the service worker. */
export const deviceFaults = [...offline, ...worker];
