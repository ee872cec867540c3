import { config } from 'zod'

// Zod compiles schemas with `eval` if it can, and tries that when the first schema is made. The content security policy
// refuses it, which Firefox reports on the console. So zod is told first, by an import in each module that makes schemas
// in browsers. The server has no policy, and keeps compiled schemas.
if (typeof document !== 'undefined') config({ jitless: true })
