import { InvalidStateFile } from '../../files/fileErrors.ts'
import type { ForkPoint, StoredChain } from '../../types/stateFile.ts'

/**
 * A file that preconf wrote on a fork has only what was changed there, so it is for the same fork, and
 * a whole chain is for none. Throws an `InvalidStateFile` that says where it belongs.
 */
export function assertSameFork(
  name: string,
  stored: Pick<StoredChain, 'fork'> | undefined,
  here: ForkPoint | undefined,
): void {
  if (stored === undefined) return
  const { fork } = stored
  if (fork?.hash === here?.hash && fork?.chainId === here?.chainId) return
  const now = here === undefined ? 'no fork' : forkWords(here)
  const problem =
    fork === undefined
      ? `it has a whole chain, and here is ${now}: load it without the fork`
      : `it has what was changed on ${forkWords(fork)}, and here is ${now}: ` +
        `begin from that block (fork.blockNumber, --fork-block-number ${fork.number})`
  throw new InvalidStateFile(name, undefined, problem)
}

function forkWords({ chainId, number, hash }: ForkPoint): string {
  return `a fork of chain ${chainId} after block ${number} (${hash})`
}
