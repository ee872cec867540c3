// `npm run dev`: installs if needed, builds the decoder and the commands, and serves the site with hot reload.
import { installIfChanged, runNode } from './bootstrap.mjs'

installIfChanged()
for (const config of ['vite.decoder.config.ts', 'vite.host.config.ts']) {
  runNode('node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'error')
}
runNode('node_modules/@remix-run/dev/dist/cli.js', 'vite:dev')
