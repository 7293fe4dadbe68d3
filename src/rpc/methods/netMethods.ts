import type { Method } from '../method.ts'
import { listening } from './net/listening.ts'
import { peerCount } from './net/peerCount.ts'
import { version } from './net/version.ts'

/** The `net_` methods. */
export const netMethods: readonly Method[] = [listening, peerCount, version]
