import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { bytesToHex, type Hex, numberToBytes } from '../../../../src/lib/hex.ts'
import { keccak256 } from '../../../../src/wasm/keccak/keccak256.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const contract: Hex = `0x${'c0'.repeat(20)}`
// Sets the slot in its data to zero.
const clearing = '0x6000600035550000'

const word = (value: bigint) => numberToHex(value, { size: 32 })

/** Two slots that lie below one node of a storage's trie, so many nibbles down and no further. */
function slotsTogether(nibbles: number): readonly [bigint, bigint] {
  const byStart = new Map<string, bigint[]>()
  for (let slot = 0n; ; slot++) {
    const hash = bytesToHex(keccak256(numberToBytes(slot, 32))).slice(2)
    const start = hash.slice(0, nibbles)
    const others = byStart.get(start) ?? []
    const other = others[0]
    if (other !== undefined && others.length === 1) {
      const otherHash = bytesToHex(keccak256(numberToBytes(other, 32))).slice(2)
      if (otherHash[nibbles] !== hash[nibbles]) return [other, slot]
    }
    byStart.set(start, [...others, slot])
  }
}

/** Clears one of the two slots on a chain and on its fork. Resolves with both roots, and what is said of the fork's. */
async function clearOneOf([first, second]: readonly [bigint, bigint], isRead = false) {
  await using upstream = await testDevnet({ mining: 'auto' })
  const there = (method: string, ...params: unknown[]) =>
    upstream.provider.request({ method, params } as never) as Promise<unknown>
  await there('anvil_setCode', contract, clearing)
  for (const slot of [first, second]) {
    await there('anvil_setStorageAt', contract, word(slot), word(7n))
  }
  await there('evm_mine')
  const { url } = await upstream.listen({ port: 0 })
  await using fork = await testDevnet({
    mining: 'auto',
    fork: { url, proofs: 'required', accounts: 'keep' },
  })
  const here = (method: string, ...params: unknown[]) =>
    fork.provider.request({ method, params } as never) as Promise<unknown>
  if (isRead) await here('eth_getStorageAt', contract, word(second), 'latest')
  const [from] = (await here('eth_accounts')) as Hex[]
  const roots = await Promise.all(
    [there, here].map(async (ask) => {
      await ask('eth_sendTransaction', { from, to: contract, data: word(first), gas: '0x186a0' })
      return ((await ask('eth_getBlockByNumber', 'latest', false)) as { stateRoot: Hex }).stateRoot
    }),
  )
  const proof = await here('eth_getProof', contract, [], 'latest').catch((error) => error)
  return { roots, stateRoots: fork.forkInfo?.stateRoots, proof }
}

test('a node beside what was removed is fetched where a key below it is found', async () => {
  const { roots, stateRoots } = await clearOneOf(slotsTogether(4))
  expect(stateRoots).toBe('true')
  expect(roots[1]).toBe(roots[0])
})

test('further down it is not, and the chain says that the root is derived', async () => {
  const deep = slotsTogether(5)
  const { roots, stateRoots, proof } = await clearOneOf(deep)
  expect(stateRoots).toBe('derived')
  expect(roots[1]).not.toBe(roots[0])
  expect(proof).toMatchObject({ code: -32000 })
  const known = await clearOneOf(deep, true)
  expect(known.stateRoots).toBe('true')
  expect(known.roots[1]).toBe(known.roots[0])
})
