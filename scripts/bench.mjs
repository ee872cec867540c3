// `npm run bench`: builds the site and the measuring program, then runs it. Needs Linux with two cores or more.
import { bootstrap, runNode } from './bootstrap.mjs'

bootstrap()
process.env.NODE_ENV = 'production'
runNode('node_modules/vite/bin/vite.js', 'build', '--config', 'vite.bench.config.ts', '--logLevel', 'error')
runNode('build/bench/main.js', ...process.argv.slice(2))
