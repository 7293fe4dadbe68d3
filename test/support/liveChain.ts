import type { Address, Hex } from 'viem'
import { createDevnet, type PreconfDevnet } from '../../src/index.ts'
import { tokenAbi, tokenBytecode } from './token.ts'

/** Sends to the live chain's node; `hold` keeps answers back until it is released. */
export interface LiveNode extends AsyncDisposable {
  readonly devnet: PreconfDevnet
  readonly url: string
  readonly token: Address
  /** Of the token's deployment, in block 1. */
  readonly deployment: Hex
  /** As an EIP-1193 provider has it. */
  readonly request: (request: {
    readonly method: string
    readonly params?: unknown
  }) => Promise<unknown>
  /** Methods that were asked for by `request`. */
  readonly asked: string[]
  /** Has no answer come from now on, until the returned function is called. */
  hold(): () => void
}

/** Who holds a hundred tokens and three ether, and has no key here. */
export const holder: Address = '0x00000000000000000000000000000000000000aa'

export const liveChainId = 4242

/** A chain to fork, with a token, in block 3. */
export async function startLiveNode(options: object = {}): Promise<LiveNode> {
  const quiet = { mining: 'auto', clock: 'manual', seed: 'live', chainId: liveChainId } as const
  const devnet = await createDevnet({ ...quiet, ...options })
  const { publicClient, walletClient } = await devnet.clients()
  const deployment = await walletClient.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Token', 'TOK', 1_000n],
  })
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash: deployment })
  const token = contractAddress as Address
  const transfer = { address: token, abi: tokenAbi, functionName: 'transfer' } as const
  await walletClient.writeContract({ ...transfer, args: [holder, 100n] })
  await walletClient.sendTransaction({ to: holder, value: 3n * 10n ** 18n })
  const { url } = await devnet.listen({ port: 0 })
  const asked: string[] = []
  let gate: Promise<void> | undefined
  return {
    devnet,
    url,
    token,
    deployment,
    asked,
    request: async ({ method, params }) => {
      asked.push(method)
      await gate
      return devnet.provider.request({ method, params } as never)
    },
    hold: () => {
      const { promise, resolve } = withResolvers()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    [Symbol.asyncDispose]: () => devnet.close(),
  }
}

function withResolvers() {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
