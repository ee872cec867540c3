import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['./test/build-decoder.ts', './test/share-uploads.ts'],
  // Mocks and environment variables of a test end with it.
  restoreMocks: true,
  unstubEnvs: true,
  // Tells a fault from a flaky test, which `npm test` names in its last lines.
  retry: 1,
  // Long, so that a busy machine does not fail a test.
  testTimeout: 20_000,
}

export default defineConfig({
  test: {
    // The default leaves one core idle, which is half of a machine with two.
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
