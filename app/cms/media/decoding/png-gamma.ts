/** The gamma of sRGB as PNG writes it, in units of 1/100,000. */
const SRGB_GAMMA = 45_455

/** Chunks that describe the colours better than `gAMA`: with one of them it is ignored (PNG, third edition, 4.3). */
const BETTER_CHUNKS = new Set(['sRGB', 'iCCP', 'cICP'])

/**
 * The gamma of a PNG whose colours are not sRGB and have no better description; the decoder ignores it, but browsers do
 * not. Takes the bytes from the start of the file to its pixels at least.
 */
export function pngGamma(png: Buffer): number | undefined {
  let gamma: number | undefined
  // A length, a type, the content and a checksum.
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT' || BETTER_CHUNKS.has(type)) return type === 'IDAT' ? gamma : undefined
    if (type === 'gAMA') gamma = usableGamma(png.readUInt32BE(at + 8))
    at += 12 + length
  }
  return gamma
}

/** Within one per cent of sRGB, the colours are sRGB. */
function usableGamma(value: number) {
  return value === 0 || Math.abs(value - SRGB_GAMMA) <= SRGB_GAMMA / 100 ? undefined : value / 100_000
}

/** Converts pixels of 8 bits from colours of a gamma to sRGB. The last of 2 or 4 channels is opacity. */
export function applyGamma(pixels: Buffer, channels: number, gamma: number): void {
  const table = Uint8Array.from({ length: 256 }, (_, sample) => srgbOf((sample / 255) ** (1 / gamma)))
  const colours = channels === 2 || channels === 4 ? channels - 1 : channels
  for (let at = 0; at < pixels.length; at += channels) {
    for (let channel = 0; channel < colours; channel += 1) {
      pixels[at + channel] = table[pixels[at + channel] ?? 0] ?? 0
    }
  }
}

/** Takes light from 0 to 1 (IEC 61966-2-1). */
function srgbOf(light: number) {
  return Math.round(255 * (light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))
}
