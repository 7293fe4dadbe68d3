import { intrinsicGas, pricedOf } from '../../execution/intrinsicGas.ts'
import { bytesToHex, type Hex, hexToBytes } from '../../lib/hex.ts'
import { proxyAt } from '../../solidity/contract/proxy.ts'
import type { GasSamples } from '../../solidity/gas/gasSamples.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { ExecutionContext } from '../../types/execution.ts'
import type { CallRequest } from '../../types/request.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'

/** Proxies of proxies are followed so far. */
const mostProxies = 4

/** Notes what the transactions of a chain's blocks cost, each once, and tells of each block. */
export function recordGas(hub: Hub, samples: GasSamples, onBlock: () => void): void {
  const noted = new Set<string>()
  hub.on('transactionReceipts', ({ block }) => {
    for (const receipt of block.receipts) {
      // A reorg may bring it again.
      if (receipt.status !== 1 || noted.has(receipt.transaction.hash)) continue
      noted.add(receipt.transaction.hash)
      note(samples, block, receipt)
    }
    onBlock()
  })
}

/** Notes what a call has used that changed nothing. */
export function noteRead(
  samples: GasSamples,
  { state, header }: Pick<ExecutionContext, 'state' | 'header'>,
  { from = noData, to, data = noData, value = 0n }: CallRequest,
  gasUsed: bigint,
): void {
  const codes = to === undefined ? [] : codesAt(state, to)
  if (codes.length === 0) return
  const priced = { from, to, data, value, accessList: [], authorizationList: undefined }
  samples.add(codes, {
    selector: bytesToHex(data.subarray(0, 4)),
    gas: Number(gasUsed),
    intrinsic: Number(intrinsicGas(priced, header.common)),
    isRead: true,
  })
}

const noData = new Uint8Array()

function note(samples: GasSamples, { state }: SealedBlock, receipt: Receipt): void {
  const { transaction } = receipt
  const { envelope } = transaction
  const { to, data } = envelope
  const gas = Number(receipt.gasUsed)
  const intrinsic = Number(intrinsicGas(pricedOf(transaction), envelope.common))
  if (to === undefined) {
    const { contractAddress } = receipt
    if (contractAddress === undefined) return
    samples.add([data, state.code(contractAddress)], { selector: undefined, gas, intrinsic })
    return
  }
  const codes = codesAt(state, to.bytes)
  const selector = bytesToHex(data.subarray(0, 4))
  if (codes.length > 0) samples.add(codes, { selector, gas, intrinsic })
}

/** What runs at an address: codes of proxies, then that of the contract behind them. */
function codesAt(state: StateTree, address: Uint8Array): readonly Uint8Array[] {
  const codes: Uint8Array[] = []
  let at: Uint8Array | undefined = address
  while (at !== undefined && codes.length <= mostProxies) {
    const code: Uint8Array = state.code(at)
    if (code.length === 0) break
    codes.push(code)
    const implementation: Hex | undefined = proxyAt(state, at, code)?.implementation
    at = implementation && hexToBytes(implementation)
  }
  return codes
}
