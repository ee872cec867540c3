/** `/policies/…`: the company's policies, which lie in the folder of that name in uploads. */
export { action, loader } from './file-route.server.ts'
