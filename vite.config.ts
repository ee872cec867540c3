import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { remixConfig } from './remix.config.js'

/**
 * What several pages share, as one file each for visitors and for staff: a module of a few hundred bytes costs more in headers
 * than in code. Visitors load `vendor` and `site` alone; staff add `staff`, and an editor `editing`, `schema` and its own fields. The preview
 * of Markdown stays apart, for the few editors that have it.
 */
const chunks: [name: string, modules: RegExp][] = [
  [
    'vendor',
    /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[\w-]+)\//,
  ],
  ['schema', /\/node_modules\/zod\/|\/app\/schema\//],
  [
    'staff',
    /\/app\/(?:editing\/(?:ui\/|files\/thumbnail|conflict\/(?:draft-context|fault-notice)|form\/(?:use-kept-focus|stored-login)))/,
  ],
  ['editing', /\/node_modules\/@conform-to\/|\/app\/editing\/(?!markdown\/|form\/keep-form)/],
  ['site', /\/app\/(?:ui\/(?!render-markdown)|media\/pictures\/|media\/documents\/|sections\/shared\/)/],
]

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig)],
  server: { port: Number(process.env['PORT'] ?? 3000) },
  build: {
    // The host serves public/ itself: a copy in build/client would be cached for a year under an unhashed name.
    copyPublicDir: false,
    target: 'es2022',
    sourcemap: false,
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : {
            manualChunks: (id) => chunks.find(([, modules]) => modules.test(id))?.[0],
            onlyExplicitManualChunks: true,
          },
    },
  },
}))
