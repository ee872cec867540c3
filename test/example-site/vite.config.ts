import { remixConfig } from '../../remix.config.js'
import { siteBuild } from '../../vite.config.ts'
import { EXAMPLE_ROOT } from './build-example-site.ts'

export default siteBuild(
  {
    ...remixConfig,
    appDirectory: 'test/example-site',
    buildDirectory: `${EXAMPLE_ROOT}/build`,
  },
  { tokens: 'test/example-site/design-tokens.css' },
)
