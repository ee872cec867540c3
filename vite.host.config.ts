import { defineConfig } from 'vite'
import { compactCode } from './scripts/compact-code.ts'
import { UNBUNDLED } from './scripts/unbundled.ts'

/** Bundles the programs beside the Remix build: the host, and the commands for accounts, backups, buckets and checks. */
export default defineConfig({
  plugins: [compactCode()],
  ssr: { noExternal: true, external: UNBUNDLED },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/host',
    copyPublicDir: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        command: 'scripts/command.ts',
      },
    },
  },
})
