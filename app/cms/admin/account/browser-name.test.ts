import { expect, test } from 'vitest'
import { browserName } from '#app/cms/admin/account/browser-name.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

test.each([
  ['', 'Unknown browser'],
  ['<script>alert(1)</script>', 'Unknown browser'],
  ['Mozilla/5.0', 'Unknown browser'],
  ['Mozilla/5.0 (compatible; Bot)', 'Unknown browser'],
  ['curl/8.5.0', 'curl 8'],
  ['node', 'node'],
  [`${windows} Chrome/131.0.0.0 Safari/537.36`, 'Chrome 131 on Windows'],
  [`${windows} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome 131 on Windows'],
  [`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`, 'Edge 131 on Windows'],
  [`${windows} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera 115 on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox 132 on Linux'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari 18 on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari 18 on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36',
    'Samsung Internet 26 on Android',
  ],
])('%.60j: %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
