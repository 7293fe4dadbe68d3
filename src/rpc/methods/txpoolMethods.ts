import type { Method } from '../method.ts'
import { content } from './txpool/content.ts'
import { contentFrom } from './txpool/contentFrom.ts'
import { inspect } from './txpool/inspect.ts'
import { status } from './txpool/status.ts'

/** geth's `txpool_` methods. */
export const txpoolMethods: readonly Method[] = [content, contentFrom, inspect, status]
