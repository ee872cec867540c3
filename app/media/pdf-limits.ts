/** Bytes a PDF may have when it is sent. Annual reports with photographs have 10 to 30 MB. */
export const MAX_PDF_BYTES = 40 * 1024 * 1024
