import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createTestClient, type Hex, hexToBytes, http, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'
import { expect, test } from 'vitest'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { anvilFile } from '../files/anvil/anvilFiles.ts'
import { noAnvil, startAnvil } from '../support/anvil.ts'
import { rpc } from '../support/rpc.ts'
import { titled } from '../support/skips.ts'
import { testDevnet } from '../support/testDevnet.ts'
import { tokenAbi, tokenBytecode } from '../support/token.ts'
import { bob } from '../support/transfers.ts'

const modes = ['anvil', 'hardhat'] as const
const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

async function testClient(devnet: PreconfDevnet, mode: (typeof modes)[number]) {
  const { url } = await devnet.listen({ port: 0 })
  return clientAt(url, mode)
}

function clientAt(url: string, mode: (typeof modes)[number] = 'anvil') {
  const transport = http(url, { retryCount: 0 })
  return createTestClient({ account: alice, chain: foundry, mode, transport })
    .extend(publicActions)
    .extend(walletActions)
}

type Client = ReturnType<typeof clientAt>

/** A token in block 1, a transfer in block 2, an edit and a block without anything on top. */
async function populate(client: Client): Promise<Hex> {
  const args = ['Test', 'TST', 1_000n] as const
  const deployment = await client.deployContract({ abi: tokenAbi, bytecode: tokenBytecode, args })
  await client.mine({ blocks: 1 })
  const { contractAddress } = await client.getTransactionReceipt({ hash: deployment })
  await client.sendTransaction({ to: bob, value: 5n })
  await client.mine({ blocks: 1 })
  await client.setStorageAt({ address: bob, index: 3, value: `0x${'00'.repeat(31)}07` })
  await client.mine({ blocks: 1 })
  return contractAddress as Hex
}

/** What users see of each block, and of the accounts after it. */
async function shown(client: Client, token: Hex) {
  const latest = await client.getBlock()
  const rows = []
  for (let blockNumber = 0n; blockNumber <= latest.number; blockNumber++) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    const code = await client.getCode({ address: token, blockNumber })
    const receipts = await Promise.all(
      block.transactions.map(({ hash }) => client.getTransactionReceipt({ hash })),
    )
    const balance = await client.getBalance({ address: bob, blockNumber })
    rows.push({ block, code, receipts, balance })
  }
  return rows
}

test.each(modes)('viem dumps and loads a state in mode %s', async (mode) => {
  await using devnet = await testDevnet()
  const client = await testClient(devnet, mode)
  const token = await populate(client)
  const state = await client.dumpState()
  expect(JSON.parse(gunzipSync(hexToBytes(state)).toString())).toMatchObject({
    best_block_number: 3,
    historical_states: null,
  })
  await using other = await testDevnet()
  const loaded = await testClient(other, mode)
  await loaded.loadState({ state })
  expect(await loaded.dumpState()).toBe(state)
  expect(await shown(loaded, token)).toEqual(await shown(client, token))
})

test.each(['historical', 'impersonated'] as const)(
  'a file that Anvil has written (%s) is loaded and goes on',
  async (name) => {
    const file = JSON.parse(anvilFile(name).toString())
    await using devnet = await testDevnet({ loadState: anvilFile(name) })
    const client = await testClient(devnet, 'anvil')
    const head = await client.getBlock()
    expect(head.number).toBe(BigInt(file.best_block_number))
    for (const { info } of file.transactions) {
      const receipt = await client.getTransactionReceipt({ hash: info.transaction_hash })
      expect(receipt).toMatchObject({ from: info.from, gasUsed: BigInt(info.gas_used) })
    }
    await client.sendTransaction({ to: bob, value: 5n })
    await client.mine({ blocks: 1 })
    expect(await client.getBlock()).toMatchObject({
      number: head.number + 1n,
      parentHash: head.hash,
      transactions: [expect.anything()],
    })
    await using other = await testDevnet({ loadState: await devnet.dumpState() })
    expect(await other.dumpState()).toEqual(await devnet.dumpState())
  },
)

test('what is no state is refused, by the words of which it is clear why', async () => {
  await using devnet = await testDevnet()
  const { url } = await devnet.listen({ port: 0 })
  await expect(rpc(url, 'anvil_loadState', ['0x1f8b08'])).rejects.toThrow(
    /^state: it is truncated or damaged, its gzip cannot be read/,
  )
  await expect(rpc(url, 'anvil_loadState', ['0x7b7d7d'])).rejects.toThrow(/^state, line 1, byte /)
  await expect(rpc(url, 'anvil_loadState', [])).rejects.toThrow('argument 0')
  const state = await rpc(url, 'hardhat_dumpState', [true])
  expect(await rpc(url, 'anvil_loadState', [state])).toBe(true)
})

test.skipIf(noAnvil)(
  titled('Anvil 1.7.1 loads what we dump, past states too', noAnvil),
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'preconf-anvil-'))
    await using devnet = await testDevnet({ preserveHistoricalStates: true })
    const ours = await testClient(devnet, 'anvil')
    const token = await populate(ours)
    const file = join(folder, 'state.json')
    writeFileSync(file, await devnet.dumpState())
    await using anvil = await startAnvil('--load-state', file)
    try {
      const theirs = clientAt(anvil.url)
      const head = await ours.getBlock()
      expect(await theirs.getBlock()).toMatchObject({ number: 3n, hash: head.hash })
      const common = ({
        block,
        code,
        receipts,
        balance,
      }: Awaited<ReturnType<typeof shown>>[0]) => ({
        hash: block.hash,
        code,
        balance,
        receipts: receipts.map(({ status, gasUsed, logs, transactionHash }) => ({
          status,
          gasUsed,
          transactionHash,
          logs: logs.map(({ address, topics, data }) => ({ address, topics, data })),
        })),
      })
      const rows = async (client: Client) => (await shown(client, token)).map(common)
      expect(await rows(theirs)).toEqual(await rows(ours))
      expect(await theirs.getStorageAt({ address: bob, slot: '0x3' })).toBe(
        `0x${'00'.repeat(31)}07`,
      )
      const hash = await theirs.sendTransaction({ to: bob, value: 5n })
      // Anvil answers before its block is there.
      await theirs.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      expect(await theirs.getBalance({ address: bob })).toBe(10n)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
