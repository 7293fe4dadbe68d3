import { cutText } from '../../../lib/text.ts'
import { RpcError } from '../../rpcError.ts'

/** Of EIP-5792's requests and answers. */
export const batchVersion = '2.0.0'

/** EIP-5792's errors. */
const refusals = {
  unsupportedCapability: { code: 5700, words: 'unsupported capability' },
  unsupportedChain: { code: 5710, words: 'unsupported chain id' },
  duplicateId: { code: 5720, words: 'duplicate id' },
  unknownId: { code: 5730, words: 'unknown id of calls' },
  atomicityNotSupported: { code: 5760, words: 'atomicity is not supported' },
} as const

export function refusal(kind: keyof typeof refusals, detail: string): RpcError {
  const { code, words } = refusals[kind]
  return new RpcError(code, `${words}: ${cutText(detail)}`)
}
