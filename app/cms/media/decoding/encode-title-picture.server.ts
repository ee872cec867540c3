import sharp from 'sharp'

/** The size that social networks ask for, in pixels. */
const SIZE = { width: 1200, height: 630 }

/** Where the title begins, and the room that it has. The overlay has its mark above, and the logo at the top. */
const TEXT = { left: 72, top: 330, width: 960, height: 240 }

/** Sizes of the title in pixels, from the one for a few words to the one for the longest title. */
const TEXT_SIZES = [88, 72, 58, 46, 38]

/**
 * Encodes the picture that social networks show for a page, as JPEG: a picture, an overlay of the same size that makes
 * it dark, and the title in the largest size that fits. `font` is a file whose family is named `Title`.
 */
export async function encodeTitlePicture({
  file,
  title,
  overlay,
  font,
}: {
  file: string
  title: string
  overlay: string
  font: string
}): Promise<Buffer> {
  const text = await drawTitle(title, font)
  const picture = await sharp(file, { failOn: 'error' })
    .autoOrient()
    .resize({ ...SIZE, fit: 'cover' })
    .toBuffer()
  return sharp(picture)
    .flatten({ background: '#000' })
    .composite([{ input: overlay }, { input: text, left: TEXT.left, top: TEXT.top }])
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}

async function drawTitle(title: string, font: string) {
  let drawn = await draw(title, font, TEXT_SIZES[0])
  for (const size of TEXT_SIZES.slice(1)) {
    if (drawn.info.height <= TEXT.height && drawn.info.width <= TEXT.width) return drawn.data
    drawn = await draw(title, font, size)
  }
  const { width, height } = drawn.info
  const room = { width: Math.min(width, TEXT.width), height: Math.min(height, TEXT.height) }
  return sharp(drawn.data)
    .extract({ left: 0, top: 0, ...room })
    .png()
    .toBuffer()
}

function draw(title: string, font: string, size = 38) {
  // The text is Pango markup: characters that have a meaning there are written as references.
  const text = title.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`)
  return sharp({
    text: {
      text: `<span foreground="white" letter_spacing="-1400">${text}</span>`,
      font: `Title ${size}`,
      fontfile: font,
      width: TEXT.width,
      dpi: 72,
      spacing: -Math.round(size * 0.06),
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}
