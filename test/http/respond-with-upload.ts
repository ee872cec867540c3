import { respondWithFile } from '#app/cms/media/serving/file-response.server.ts'

/** The app's response to a request for a file of `folder`, by the path of its address below /uploads/. */
export function respondWithUpload(folder: string, pathname: string, request: Parameters<typeof respondWithFile>[0]) {
  const relative = pathname.slice('/uploads/'.length)
  return respondWithFile(request, { folder, relative, file: relative })
}
