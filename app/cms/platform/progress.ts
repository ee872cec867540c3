/** How far long work has come. */
export interface Progress {
  /** What is being done, as in `Checking uploads`. A new one begins a new estimate of the time that is left. */
  work: string
  done: number
  /** Undefined if it is not known. */
  total?: number | undefined
  unit: 'files' | 'bytes' | 'pages'
}

/** Receives the progress of long work, as often as there is some. It must not throw. */
export type ReportProgress = (progress: Progress) => void
