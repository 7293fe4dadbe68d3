import fc from 'fast-check'
import { encodeFunctionData, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { viemClient } from '../support/clients.ts'
import { runs } from '../support/runs.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'

interface Simulated {
  readonly calls: readonly {
    readonly status: Hex
    readonly gasUsed: Hex
    readonly returnData: Hex
    readonly logs: readonly { address: Hex; topics: Hex[]; data: Hex; logIndex: Hex }[]
  }[]
}

/** Something that an account may do: move tokens (more than there are, at times), approve, or fail. */
const action = fc.record({
  from: fc.nat({ max: 3 }),
  to: fc.nat({ max: 3 }),
  kind: fc.constantFrom('transfer', 'approve', 'fail', 'ether', 'breakInvariant'),
  value: fc.bigInt({ min: 0n, max: 600n }),
})

test('what a simulation on the pre-confirmed state tells is what then happens', async () => {
  await using devnet = await testDevnet({ order: 'fifo' })
  const client = await viemClient(devnet)
  const ask = (method: string, ...params: unknown[]) => devnet.provider.request({ method, params })
  const deployment = await client.deployContract({
    abi: tokenAbi,
    bytecode: tokenBytecode,
    args: ['Test', 'TST', 1_000n],
  })
  await devnet.seal()
  const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
  const token = contractAddress as Hex
  const accounts = devnet.accounts.map(({ address }) => address)

  const requestOf = ({
    from,
    to,
    kind,
    value,
  }: {
    from: number
    to: number
    kind: string
    value: bigint
  }) => {
    const sender = accounts[from] as Hex
    const target = accounts[to] as Hex
    const shared = { from: sender, gas: numberToHex(200_000) }
    if (kind === 'ether') return { ...shared, to: target, value: numberToHex(value) }
    const data =
      kind === 'transfer' || kind === 'approve'
        ? encodeFunctionData({ abi: tokenAbi, functionName: kind, args: [target, value] })
        : encodeFunctionData({ abi: tokenAbi, functionName: kind as 'fail' })
    return { ...shared, to: token, data }
  }

  const actions = fc.array(action, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(actions, actions, async (before, next) => {
      // Some are pre-confirmed already when the simulation runs.
      for (const one of before) await ask('eth_sendTransaction', requestOf(one))
      await devnet.flashblock()
      const calls = next.map(requestOf)
      const [block] = (await ask(
        'eth_simulateV1',
        { blockStateCalls: [{ calls }] },
        'pending',
      )) as Simulated[]
      const hashes: Hex[] = []
      for (const call of calls) hashes.push(await ask('eth_sendTransaction', call))
      await devnet.seal()
      for (const [index, hash] of hashes.entries()) {
        const receipt = await ask('eth_getTransactionReceipt', hash)
        const simulated = block?.calls[index]
        const traced = await ask('debug_traceTransaction', hash, { tracer: 'callTracer' })
        const shown = (log: { address: Hex; topics: Hex[]; data: Hex }) => [
          log.address,
          log.topics,
          log.data,
        ]
        expect({
          status: simulated?.status,
          gasUsed: simulated?.gasUsed,
          returnData: simulated?.status === '0x1' ? simulated.returnData : undefined,
          logs: simulated?.logs.map(shown),
        }).toEqual({
          status: receipt.status,
          gasUsed: receipt.gasUsed,
          returnData: receipt.status === '0x1' ? (traced.output ?? '0x') : undefined,
          logs: receipt.logs.map(shown),
        })
      }
    }),
    runs({ numRuns: 7, seed: 7 }),
  )
})
