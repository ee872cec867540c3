// Builds the site into build/: client and server with Remix, then the host and the account tool.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { root, runNode } from './bootstrap.mjs'

process.env.NODE_ENV = 'production'
rmSync(path.join(root, 'build'), { recursive: true, force: true })
runNode('node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'error')
runNode('node_modules/vite/bin/vite.js', 'build', '--config', 'vite.host.config.ts', '--logLevel', 'error')
