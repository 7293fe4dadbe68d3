/** The state was asked for something it does not have or cannot do now. */
export class StateError extends Error {
  override readonly name = 'StateError'
  readonly code:
    | 'NO_CHECKPOINT'
    | 'OPEN_CHECKPOINT'
    | 'UNKNOWN_ROOT'
    | 'UNKNOWN_CODE'
    | 'NO_ACCOUNT'

  constructor(code: StateError['code'], message: string) {
    super(message)
    this.code = code
  }
}
