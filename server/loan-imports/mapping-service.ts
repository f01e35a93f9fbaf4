export { readMapping } from './mapping-store.ts';
