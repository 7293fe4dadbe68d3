/** There is nothing to trace. geth's words. */
export class NotTraceable extends Error {
  override readonly name = 'NotTraceable'
  readonly code = -32000
}

/** A transaction cannot be traced because it cannot run. geth's words. */
export class TracingFailed extends Error {
  override readonly name = 'TracingFailed'
  readonly code = -32000

  constructor(reason: string, options?: ErrorOptions) {
    super(`tracing failed: ${reason}`, options)
  }
}

/** A trace took longer than it may. Begins with geth's words. */
export class TraceTimeout extends Error {
  override readonly name = 'TraceTimeout'
  readonly code = -32000

  constructor(limitMs: number) {
    super(
      `execution timeout: the limit is ${limitMs} ms; the option "timeout" sets another, or --trace-timeout for all`,
    )
  }
}

/** A trace has become longer than an answer may be. */
export class TraceTooLarge extends Error {
  override readonly name = 'TraceTooLarge'
  readonly code = -32003

  constructor(maxLength: number) {
    super(
      `trace too large: the limit is ${maxLength} characters; ask for fewer steps with "limit", ` +
        'for less of each with "disableStack" and "disableStorage", or for another tracer',
    )
  }
}

/** No tracer has this name. Begins with geth's words. */
export class TracerNotFound extends Error {
  override readonly name = 'TracerNotFound'
  readonly code = -32000

  constructor(tracer: string, known: readonly string[]) {
    super(
      `tracer not found: ${JSON.stringify(tracer.slice(0, 80))} is none of ${known.join(', ')}, ` +
        'and no JavaScript object such as {fault: function() {}, result: function() {}}',
    )
  }
}

/** A tracer in JavaScript has failed. geth's words around those of the script. */
export class ScriptFailed extends Error {
  override readonly name = 'ScriptFailed'
  readonly code = -32000
}
