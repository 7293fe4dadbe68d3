import { bytesToHex, hexToBytes } from '../../lib/hex.ts'
import type { GasSamples } from '../../solidity/gas/gasSamples.ts'
import type { Hub } from '../../subscriptions/hub.ts'
import type { StateTree } from '../../types/state.ts'
import type { Receipt } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'

/** keccak256('eip1967.proxy.implementation') - 1 */
const implementationSlot = hexToBytes(
  '360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
)

/** EIP-1167: a contract that hands all calls on to the address in it. */
const cloneStart = '363d3d373d3d3d363d73'
const cloneLength = 45

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

function note(samples: GasSamples, { state }: SealedBlock, receipt: Receipt): void {
  const { to, data } = receipt.transaction.envelope
  const gas = Number(receipt.gasUsed)
  if (to === undefined) {
    const { contractAddress } = receipt
    if (contractAddress === undefined) return
    samples.add([data, state.code(contractAddress)], undefined, gas)
    return
  }
  const codes = codesAt(state, to.bytes)
  if (codes.length > 0) samples.add(codes, bytesToHex(data.subarray(0, 4)), gas)
}

/** What runs at an address: codes of proxies, then that of the contract behind them. */
function codesAt(state: StateTree, address: Uint8Array): readonly Uint8Array[] {
  const codes: Uint8Array[] = []
  let at: Uint8Array | undefined = address
  while (at !== undefined && codes.length <= mostProxies) {
    const code: Uint8Array = state.code(at)
    if (code.length === 0) break
    codes.push(code)
    at = implementationOf(state, at, code)
  }
  return codes
}

function implementationOf(
  state: StateTree,
  address: Uint8Array,
  code: Uint8Array,
): Uint8Array | undefined {
  if (code.length === cloneLength && bytesToHex(code.subarray(0, 10)).slice(2) === cloneStart) {
    return code.subarray(10, 30)
  }
  const word = state.storage(address, implementationSlot)
  return word.some((byte) => byte !== 0) ? word.subarray(12) : undefined
}
