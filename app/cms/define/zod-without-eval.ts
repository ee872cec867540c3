import { config } from 'zod'

// Zod compiles schemas with `eval` if it can, and tries that when the first schema is made. The content security policy
// refuses it, which Firefox reports on the console. On the server the compiled schemas take 3 MB, and most of them
// read one file. So zod is told first, by an import in each module that makes schemas.
config({ jitless: true })
