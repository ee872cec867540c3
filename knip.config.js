import { routeModules } from './scripts/route-modules.mjs'

/** @type {import('knip').KnipConfig} */
export default {
  entry: [
    'app/entry.{client,server}.tsx',
    'app/routes.ts',
    ...routeModules,
    'app/cms/media/decoding/decoder-process.server.ts',
    'scripts/*.{mjs,ts}',
    // What vite.host.config.ts builds.
    'server/main.ts',
    'test/**/*.{ts,tsx}',
    'vite.{bench,decoder,host}.config.ts',
  ],
  project: ['{app,server,scripts,test}/**/*.{ts,tsx,mjs}', '*.{js,cjs,ts}'],
  ignoreBinaries: [
    'flock',
    'mkfifo',
    'mount',
    'openssl',
    'perl',
    'prlimit',
    'promtool',
    'strace',
    'systemd-analyze',
    'umount',
    'unshare',
  ],
  // Scripts run two of them by their paths, and the linter starts the third.
  ignoreDependencies: ['oxfmt', 'oxlint', 'oxlint-tsgolint'],
  ignoreExportsUsedInFile: true,
  exclude: ['types'],
}
