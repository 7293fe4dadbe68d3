import type { Flag } from './flag.ts'
import { accountFlags } from './flags/accountFlags.ts'
import { chainFlags } from './flags/chainFlags.ts'
import { blockFlags, feeFlags } from './flags/feeFlags.ts'
import { forkFlags } from './flags/forkFlags.ts'
import { limitFlags } from './flags/limitFlags.ts'
import { outputFlags } from './flags/outputFlags.ts'
import { preconfirmationFlags } from './flags/preconfirmationFlags.ts'
import { exportFlags } from './flags/reportFlags.ts'
import { serverFlags } from './flags/serverFlags.ts'
import { solidityFlags } from './flags/solidityFlags.ts'
import { stateFlags } from './flags/stateFlags.ts'

/** The flags of `preconf`; `--help` and the table in docs/options.md are made from them. */
export const flags: readonly Flag[] = [
  ...serverFlags,
  ...accountFlags,
  ...chainFlags,
  ...forkFlags,
  ...stateFlags,
  ...limitFlags,
  ...feeFlags,
  ...blockFlags,
  ...preconfirmationFlags,
  ...solidityFlags,
  ...outputFlags,
]

/** The flags of `preconf export`: its own, and those of a chain. */
export const flagsOfExport: readonly Flag[] = [
  ...exportFlags,
  ...flags.filter(({ target }) => target.of === 'devnet'),
]
