import { endpointAction, endpointLoader } from './content/endpoint.server.ts'
import { uploadEndpoint } from './upload.server.ts'

/** `/api/upload`: POST an image as `file` → `{ filename }`. */
export const loader = endpointLoader(() => uploadEndpoint)
export const action = endpointAction(() => uploadEndpoint)
