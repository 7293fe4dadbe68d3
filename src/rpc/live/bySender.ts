import type { LiveChain } from '../../devnet/live/liveChain.ts'
import { quantity } from '../../lib/hex.ts'
import type { Json } from '../../types/json.ts'
import type { Route } from './route.ts'

/** The transaction of an account with a nonce that it had used at the fork block. */
export const transactionOfSender: Route = async (live, _context, method, args) => {
  const [sender, nonce] = args
  const isNonce = typeof nonce === 'number' || /^(0x[0-9a-f]{1,16}|\d{1,19})$/i.test(String(nonce))
  if (!isAddress(sender) || !isNonce) return undefined
  const used = await atFork(live, 'eth_getTransactionCount', sender)
  if (BigInt(nonce as string | number) >= BigInt(used as string)) return undefined
  return { answer: await live.request(method, args as readonly Json[]) }
}

/** Of a contract that was there at the fork block. */
export const contractCreator: Route = async (live, _context, method, args) => {
  const [contract] = args
  if (!isAddress(contract)) return undefined
  const code = await atFork(live, 'eth_getCode', contract)
  return code === '0x' ? undefined : { answer: await live.request(method, args as readonly Json[]) }
}

function atFork(live: LiveChain, method: string, address: string): Promise<Json> {
  return live.request(method, [address, quantity(live.number)])
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
