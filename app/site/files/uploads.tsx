/** `/uploads/…`: the files that content refers to. */
export { action, loader } from './file-route.server.ts'
