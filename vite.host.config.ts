import { defineConfig } from 'vite'

/** Bundles the programs beside the Remix build: the host, and the tools for the administrator's account, for backups and for checks. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/host',
    copyPublicDir: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        admin: 'scripts/admin.ts',
        backup: 'scripts/backup.ts',
        storage: 'scripts/storage.ts',
        verify: 'scripts/verify.ts',
      },
    },
  },
})
