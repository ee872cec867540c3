import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: './test/share-uploads.ts',
  // Whatever a test puts in the place of a function is put back after it.
  restoreMocks: true,
  unstubEnvs: true,
  // Tells a fault from a flaky test, which `npm test` names in its last lines.
  retry: 1,
  // A busy machine is slow, not wrong.
  testTimeout: 20_000,
}

export default defineConfig({
  test: {
    // Without it one core idles, which counts on a machine of two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...shared,
          name: 'node',
          environment: 'node',
          include: ['{app,server,scripts,test}/**/*.test.ts'],
          setupFiles: ['./test/fail-on-console.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'dom',
          environment: 'jsdom',
          include: ['app/**/*.test.tsx'],
          setupFiles: ['./test/fail-on-console.ts', './test/setup-dom.ts'],
        },
      },
    ],
  },
})
