import { defineConfig } from 'vite'

/** Bundles the measuring program of `npm run bench`; packages stay where they are. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/bench',
    copyPublicDir: false,
    rollupOptions: { input: { main: 'test/bench/main.ts' } },
  },
})
