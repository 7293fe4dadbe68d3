import type { Method } from '../method.ts'
import { getHeaderByNumber } from './erigon/getHeaderByNumber.ts'

/** Methods that Otterscan asks of Erigon. */
export const erigonMethods: readonly Method[] = [getHeaderByNumber]
