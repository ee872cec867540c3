import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'
import { remixConfig } from './remix.config.js'

export default defineConfig({
  plugins: [remix(remixConfig)],
  server: { port: Number(process.env['PORT'] ?? 3000) },
  build: {
    // The host serves public/ itself: a copy in build/client would be cached for a year under an unhashed name.
    copyPublicDir: false,
    target: 'es2022',
    sourcemap: false,
    // A module of a few hundred bytes costs more in headers than in code: small ones join others that pages need anyway.
    rollupOptions: { output: { experimentalMinChunkSize: 1_000 } },
  },
})
