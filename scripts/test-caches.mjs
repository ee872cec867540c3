// `npm run test:caches`: the long run behind Varnish and nginx, 500 saves unless told.
import { bootstrap, runNode } from './bootstrap.mjs'
import { FAKETIME, findProgram, NGINX, VARNISH } from './system-program.mjs'

process.env['CACHES_SAVES'] ??= '500'
bootstrap()
const [nginx, varnish] = [NGINX, VARNISH, FAKETIME].map(findProgram)
if (nginx) process.env['NGINX_PATH'] = nginx
if (varnish) process.env['VARNISH_PATH'] = varnish
runNode('node_modules/@playwright/test/cli.js', 'test', '--project=caches')
