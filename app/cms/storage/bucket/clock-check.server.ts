import type { HealthReports } from '#app/cms/platform/health.server.ts'
import type { S3Sender } from './s3-request.server.ts'

const CLOCK_DIFFERS = 'clock-differs'

/** A writer whose clock differs by more would publish releases too early or too late (ms). */
const MAX_DIFFERENCE_MS = 2_000

/** Compares the clock of this machine with that of the store. */
export class ClockCheck {
  /** While it differs: what is reported. It is not changed with each measurement. */
  #message: string | undefined

  constructor(
    private readonly sender: Pick<S3Sender, 'clockAhead'>,
    private readonly health: HealthReports,
  ) {}

  /** False while the clock differs by more than two seconds. Reports it. */
  readonly isRight = (): boolean => {
    const { least = 0, most = 0 } = this.sender.clockAhead() ?? {}
    if (least <= MAX_DIFFERENCE_MS && most >= -MAX_DIFFERENCE_MS) {
      if (this.#message !== undefined) this.health.clear(CLOCK_DIFFERS)
      this.#message = undefined
      return true
    }
    this.#message ??= messageOf((least + most) / 2)
    this.health.report({ id: CLOCK_DIFFERS, message: this.#message })
    return false
  }

  /** By how many seconds the clock of this machine is ahead of the store's; undefined: not known yet. */
  offset(): number | undefined {
    const ahead = this.sender.clockAhead()
    return ahead && (ahead.least + ahead.most) / 2_000
  }
}

function messageOf(ahead: number) {
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const difference = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  return `The clock of this server is ${difference} ${ahead > 0 ? 'ahead of' : 'behind'} that of the store, so this server does not save changes or publish releases. Another server does, if there is one. Set the clock, and have a service such as chrony keep it right.`
}
