import sharp from 'sharp'

/**
 * sharp, allowed to open nothing but JPEG, PNG, WebP and HEIF (AVIF) files. As shipped it would also render SVG and read
 * a dozen rarer formats, each with a decoder that can be attacked. The setting holds for the whole process.
 */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
  ],
})

// No file is opened twice in a row, so that a cache would only hold memory and file handles.
sharp.cache(false)

// One thread for an image: making variants in the background must leave room for answering requests.
sharp.concurrency(1)

export { sharp }
