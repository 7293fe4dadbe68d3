import type { PreconfDevnet } from '../../types/devnet.ts'

// In one file for modules of both kinds: what is declared twice must have one type.
declare global {
  /** The chain of the test file, with `testEnvironment: 'preconf/jest'`; after each test it is as before it. */
  var chain: PreconfDevnet
}
