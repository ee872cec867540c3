import { startApp } from './cms/start-app.server.tsx'
import definition from './site.config.ts'

const app = await startApp(definition)

export const { hostInterface, handleDataRequest, handleError } = app
export default app.handleRequest
