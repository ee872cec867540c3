/** Where a service notes what is wrong until it is mended. Fits `Health`. */
export interface HealthReports {
  report(problem: { id: string; message: string }, cause?: unknown): void
  clear(id: string): void
}

/** Where a service reports what an operator should know. Fits pino. */
export interface Logger {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
