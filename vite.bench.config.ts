import { defineConfig } from 'vite'

/** Bundles the program of `npm run bench`; packages are not bundled. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/bench',
    copyPublicDir: false,
    rollupOptions: { input: { main: 'test/bench/main.ts' } },
  },
})
