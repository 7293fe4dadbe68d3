import { createPublicClient, type Hex, webSocket, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import type { DevnetOptions } from '../../src/types/options/options.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { sendTransfer } from '../support/transfers.ts'

interface Seen {
  readonly number: bigint | null
  readonly hash: Hex | null
  readonly transactions: number
}

/**
 * What viem's watchers of blocks and of their numbers tell over WebSocket while two blocks are made,
 * each of two empty flashblocks and two with a transaction.
 */
async function watched(options: DevnetOptions) {
  await using devnet = await testDevnet(options)
  const { webSocketUrl } = await devnet.listen({ port: 0 })
  const transport = webSocket(webSocketUrl, { retryCount: 0, reconnect: false })
  // Of a chain whose default block is `pending`, viem polls.
  const client = createPublicClient({ transport })
  const blocks: Seen[] = []
  const numbers: bigint[] = []
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  client.watchBlocks({
    onBlock: ({ number, hash, transactions }) =>
      blocks.push({ number, hash, transactions: transactions.length }),
    onError,
  })
  client.watchBlockNumber({
    onBlockNumber: (number) => numbers.push(number),
    onError,
  })
  // Answers keep the order of requests: those that a push has caused come before the second one.
  const settled = async () => {
    await client.getChainId()
    await client.getChainId()
  }
  await settled()
  for (let nonce = 0; nonce < 4; nonce += 2) {
    await devnet.flashblock()
    await settled()
    for (const next of [nonce, nonce + 1]) {
      await sendTransfer(devnet, { nonce: next })
      await devnet.flashblock()
      await settled()
    }
    await devnet.seal()
    await settled()
  }
  // That the socket ends with the devnet is an error too.
  return { blocks, numbers, errors: [...errors] }
}

describe("viem's watchBlocks and watchBlockNumber over WebSocket", () => {
  it('see each sealed block', async () => {
    const { blocks, numbers, errors } = await watched({})
    expect(errors).toEqual([])
    expect(numbers).toEqual([1n, 2n])
    expect(blocks).toMatchObject([
      { number: 1n, transactions: 2 },
      { number: 2n, transactions: 2 },
    ])
  })

  it.each(['zero', 'real'] as const)(
    'see the pending block grow with newHeads of flashblocks, its hash %s',
    async (pendingHash) => {
      const { blocks, numbers, errors } = await watched({ newHeads: 'flashblocks', pendingHash })
      expect(errors).toEqual([])
      expect(numbers).toEqual([1n, 1n, 1n, 1n, 1n, 2n, 2n, 2n, 2n, 2n])
      const grown = [0, 0, 1, 2, 2]
      expect(blocks.map(({ number, transactions }) => [number, transactions])).toEqual([
        ...grown.map((transactions) => [1n, transactions]),
        ...grown.map((transactions) => [2n, transactions]),
      ])
      const [, empty, one, two, sealed] = blocks.map(({ hash }) => hash)
      expect(sealed).not.toBe(zeroHash)
      const unlike = new Set([empty, one, two, sealed])
      expect([...unlike].length).toBe(pendingHash === 'zero' ? 2 : 4)
    },
  )
})
