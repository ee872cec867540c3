// `npm run test:api`: the long runs over the API, 10,000 values to its writes and 5,000 hostile requests unless told.
import { bootstrap, runNode } from './bootstrap.mjs'
import { findChromium } from './find-chromium.mjs'

process.env['API_CASES'] ??= '10000'
process.env['API_REQUESTS'] ??= '5000'
bootstrap()
const chromium = findChromium()
if (chromium) process.env['CHROMIUM_PATH'] = chromium
runNode('node_modules/vitest/vitest.mjs', 'run', 'app/api/content/write-properties.test.ts')
runNode('node_modules/@playwright/test/cli.js', 'test', '--project=host', 'api-hostile')
