import { open, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sharp } from '#app/media/images/guarded-sharp.server.ts'
import { isPlainName } from '#app/media/uploads/stored-name.ts'
import { svgSize } from '#app/media/uploads/svg-root.ts'

type ImageSize =
  | { width: number; height: number; problem?: undefined; cause?: undefined }
  | { width?: undefined; height?: undefined; problem: string; cause?: unknown }

/** Enough for the comments and the root element of any SVG file. */
const SVG_HEAD_BYTES = 64 * 1024

/**
 * Reads the size in pixels of an image from its header, or tells why the file cannot be used. Rejects with the system's error
 * where that is not the file's fault.
 */
export async function readImageSize(folder: string, name: string): Promise<ImageSize> {
  if (!isPlainName(name)) {
    return { problem: 'use at most 128 letters, digits, dots, hyphens or underscores in its name' }
  }
  try {
    if (/\.svg$/i.test(name)) {
      return (
        svgSize(await readHead(path.join(folder, name))) ?? { problem: 'it is no SVG file with a width and height' }
      )
    }
    const { autoOrient } = await sharp(path.join(folder, name)).metadata()
    return { width: autoOrient.width, height: autoOrient.height }
  } catch (cause) {
    // A decoder that cannot open a file says the same as of a damaged one.
    await readFile(path.join(folder, name))
    return { problem: 'it cannot be read as an image', cause }
  }
}

async function readHead(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SVG_HEAD_BYTES), 0, SVG_HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}
