import type { Method } from '../method.ts'
import { setEtherbase } from './miner/setEtherbase.ts'
import { setExtra } from './miner/setExtra.ts'
import { minerStart } from './miner/start.ts'
import { minerStop } from './miner/stop.ts'

/** geth's `miner_` methods. */
export const minerMethods: readonly Method[] = [setEtherbase, setExtra, minerStart, minerStop]
