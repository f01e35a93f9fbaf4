// Types of the part of tus-js-client that doesn't need a browser's `window`, which a service worker hasn't; the package
// has types for the whole only (tsconfig.json, paths).
import type { Upload, UploadOptions } from 'tus-js-client';

declare const BaseUpload: (new (...args: ConstructorParameters<typeof Upload>) => Upload) & {
  readonly defaultOptions: UploadOptions;
};
export default BaseUpload;
