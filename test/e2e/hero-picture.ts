import sharp from 'sharp'

/** A photograph-sized picture of one colour, as staff would upload it. */
export async function heroPicture(name: string) {
  const image = sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#a84e1a' } })
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() }
}
