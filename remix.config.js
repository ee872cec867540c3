/**
 * The app's Remix options, which vite.config.ts passes to the Vite plugin. The Vite compiler does not read this file
 * automatically, so it is a plain object.
 */
export const remixConfig = {
  appDirectory: 'app',
  serverModuleFormat: /** @type {const} */ ('esm'),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    // Off on purpose: with it on, one small GET to /__manifest held the event loop for seconds.
    v3_lazyRouteDiscovery: false,
  },
}
