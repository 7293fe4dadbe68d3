import { reasonOf } from '../lib/errors.ts'

/** EthereumJS ends its messages with a dump of what it looked at: a machine, a block or a transaction. */
const dump = / \((?:vm hf=|tx type=|block (?:header )?number=)/

/** What went wrong by what EthereumJS threw, without its dumps. */
export function plainReason(cause: unknown): string {
  return reasonOf(cause).split(dump)[0] as string
}
