import { defineConfig, mergeConfig } from 'vite'
import { remixConfig } from '../../remix.config.js'
import { siteBuild } from '../../vite.config.ts'
import { EXAMPLE_ROOT } from './build-example-site.ts'

const build = siteBuild(
  {
    ...remixConfig,
    appDirectory: 'test/example-site',
    buildDirectory: `${EXAMPLE_ROOT}/build`,
  },
  { tokens: 'test/example-site/design-tokens.css' },
)

// Its scripts are for tests alone, and making them small takes a third of the time.
export default defineConfig((env) => mergeConfig(build(env), { build: { minify: false } }))
