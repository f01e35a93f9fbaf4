/*
 * Imported first by whatever runs in a browser: the schemas then never try to compile themselves. The content policy
 * would stop them, and report each try. Set by its global name, so that the first screen does not load the library.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
