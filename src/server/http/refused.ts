/** What was asked for cannot be had now; the message says why and what to do. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** The HTTP status. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
