import type { Caused } from '../../lib/errors.ts'
import { bytesToHex, equalBytes } from '../../lib/hex.ts'

/** A block that cannot follow its parent, or does not do what its header claims. */
export class InvalidBlock extends Error {
  override readonly name = 'InvalidBlock'
  /** The number that the block's header claims. */
  readonly number: bigint
  /** What of it is wrong, such as `state root` or `transaction 3`. */
  readonly what: string
  /** The value in the block; none where the problem is not a value. */
  readonly got: string | undefined
  /** The required value. */
  readonly want: string | undefined

  constructor(
    number: bigint,
    what: string,
    problem: string | { readonly got: string; readonly want: string },
    options?: Caused,
  ) {
    const { got, want } = typeof problem === 'string' ? {} : problem
    const reason =
      typeof problem === 'string'
        ? problem
        : `it has ${short(problem.got)}, but must have ${short(problem.want)}`
    super(`block ${number} is invalid: ${what}: ${reason}`, options)
    this.number = number
    this.what = what
    this.got = got
    this.want = want
  }
}

/** Longer than a hash, and a message is no place for it: a bloom has 256 bytes. */
const maxShownLength = 80

function short(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
}

type Value = bigint | Uint8Array | undefined

/** Throws an `InvalidBlock` when a value that stands in the block is not the one that must be there. */
export function requireEqual(number: bigint, what: string, got: Value, want: Value): void {
  const areBytes = got instanceof Uint8Array && want instanceof Uint8Array
  if (areBytes ? equalBytes(got, want) : got === want) return
  throw new InvalidBlock(number, what, { got: text(got), want: text(want) })
}

function text(value: Value): string {
  if (value === undefined) return 'none'
  return typeof value === 'bigint' ? String(value) : bytesToHex(value)
}
