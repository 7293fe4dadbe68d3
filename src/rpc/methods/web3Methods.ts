import type { Method } from '../method.ts'
import { clientVersion } from './web3/clientVersion.ts'
import { sha3 } from './web3/sha3.ts'

/** The `web3_` methods. */
export const web3Methods: readonly Method[] = [clientVersion, sha3]
