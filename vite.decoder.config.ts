import { defineConfig } from 'vite'

/** Bundles the program of the decoder process, which package.json calls `#decoder`. */
export default defineConfig({
  build: {
    ssr: 'app/media/decoding/decoder-process.server.ts',
    target: 'node20',
    outDir: 'build/decoder',
    copyPublicDir: false,
    rollupOptions: { output: { entryFileNames: 'main.js' } },
  },
})
