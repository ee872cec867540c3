/**
 * The app's Remix options, handed to the Vite plugin in vite.config.ts. The Vite compiler does not read this file by
 * itself, so it stays a plain object.
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
