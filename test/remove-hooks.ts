import { removeHooks } from './fault-fs.ts'

// Before each test file.
removeHooks()
