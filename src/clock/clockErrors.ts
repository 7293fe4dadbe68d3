/** A block may not have this timestamp: its parent's is not before it. Seconds. */
export class TimestampTooLowError extends Error {
  override readonly name = 'TimestampTooLowError'
  readonly code = -32602
  readonly timestamp: bigint
  readonly parent: bigint

  constructor(timestamp: bigint, parent: bigint, allowSame: boolean) {
    const relation = allowSame ? 'lower than' : 'lower than or equal to'
    const lowest = allowSame ? parent : parent + 1n
    super(
      `timestamp ${timestamp} is ${relation} the previous block's timestamp ${parent}: give ${lowest} or a later one`,
    )
    this.timestamp = timestamp
    this.parent = parent
  }
}

/** After this timestamp there is no room for more blocks. Seconds. */
export class TimestampTooHighError extends Error {
  override readonly name = 'TimestampTooHighError'
  readonly code = -32602
  constructor(timestamp: bigint, latest: bigint) {
    super(`timestamp ${timestamp} is too high: give ${latest} or an earlier one`)
  }
}

/** A time or a span that no clock can show; the message says which and what is possible. */
export class InvalidTimeError extends Error {
  override readonly name = 'InvalidTimeError'
  readonly code = -32602
}

/** Only a manual clock can be advanced. */
export class ManualClockRequiredError extends Error {
  override readonly name = 'ManualClockRequiredError'
  readonly code = -32000
  constructor() {
    super(
      "this devnet runs on real time, which cannot be advanced: start it with the clock 'manual', or move its time with evm_increaseTime",
    )
  }
}
