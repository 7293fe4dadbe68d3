import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Devnet } from '../../src/devnet/devnet.ts'
import { openState } from '../../src/devnet/loadState.ts'
import { resolveOptions } from '../../src/devnet/options.ts'
import { restoreClock, storedChain } from '../../src/devnet/storedChain.ts'
import { bytesSource } from '../../src/fixtures/fileSource.ts'
import { stateFileBytes } from '../../src/fixtures/stateFileWriter.ts'
import { bytesToHex, numberToBytes } from '../../src/lib/hex.ts'
import type { SealedBlock } from '../../src/types/view.ts'
import { tokenBytecode } from '../support/token.ts'

type Step =
  | 'edit'
  | 'impersonate'
  | 'transfer'
  | 'deploy'
  | 'fail'
  | 'flashblock'
  | 'seal'
  | 'mine'
  | 'time'

const steps = fc.array(
  fc.constantFrom<Step>(
    'edit',
    'impersonate',
    'transfer',
    'deploy',
    'fail',
    'flashblock',
    'seal',
    'mine',
    'time',
  ),
  { maxLength: 14 },
)

const to32 = (value: number) => numberToBytes(value, 32)

const options = {
  clock: 'manual',
  mining: 'manual',
  accounts: 3,
  timestamp: 1_800_000_000,
} as const

function create(): Promise<Devnet> {
  const settings = resolveOptions(options)
  return Devnet.create(settings, (error) => {
    throw error
  })
}

async function run(devnet: Devnet, step: Step, index: number): Promise<void> {
  const from = devnet.accounts[index % 3]?.address as Uint8Array
  const to = new Uint8Array(20).fill(index)
  const gas = 3_000_000n
  if (step === 'edit') {
    const storage = [[to32(index), to32(index % 3)]] as const
    await devnet.development.edit({ address: to, balance: 10n ** 18n, storage })
  } else if (step === 'impersonate') {
    const account = new Uint8Array(20).fill(0x40 + index)
    devnet.impersonation.start(account)
    const edit = { address: account, balance: 10n ** 18n }
    await devnet.development.edit(edit)
    await devnet.send({ from: account, to, gas: 30_000n })
  } else if (step === 'transfer')
    await devnet.send({ from, to, value: BigInt(index), gas: 21_000n })
  else if (step === 'deploy') await devnet.send({ from, data: code, gas })
  // INVALID as init code.
  else if (step === 'fail') await devnet.send({ from, data: Uint8Array.of(0xfe), gas: 100_000n })
  else if (step === 'flashblock') await devnet.flashblock()
  else if (step === 'seal') await devnet.seal()
  else if (step === 'mine') await devnet.mine({ blocks: 3 })
  else devnet.clock.increase(BigInt(index) * 100n)
}

const code = Uint8Array.from(Buffer.from(tokenBytecode.slice(2), 'hex'))

const dumped = (parts: Parameters<typeof storedChain>[0]) =>
  Buffer.concat([...stateFileBytes(storedChain(parts))])

const shown = ({ block, state, receipts, edited, ...rest }: SealedBlock) => ({
  edits: edited?.edits.map(({ after, edit }) => ({ after, ...edit })),
  builtOn: edited && bytesToHex(edited.builtOn.root()),
  hash: rest.hash,
  root: bytesToHex(state.root()),
  raw: bytesToHex(block.serialize()),
  receipts: receipts.map(({ transaction, ...receipt }) => ({
    ...receipt,
    sender: transaction.sender.toString(),
    hash: transaction.hash,
    isImpersonated: transaction.isImpersonated,
  })),
})

test('what is dumped, loaded and dumped again is the same to the byte, and so is every block and state', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const devnet = await create()
      const other = await create()
      try {
        for (const [index, step] of list.entries()) await run(devnet, step, index)
        const { protocol, chain, pool, clock } = devnet
        const newest = await devnet.reader.view({ tag: 'pending' })
        const pending = newest.kind === 'pending' ? newest : undefined
        const first = dumped({
          protocol,
          chain,
          pool,
          clock,
          pending,
        })
        const opened = await openState(bytesSource(first), other.chain.genesis, {
          protocol: other.protocol,
          transactionGasCap: false,
        })
        const stored = opened.file.chain
        const waiting = [...(pending?.transactions ?? []), ...pool.all()]
        expect(new Set(stored?.pool.map(({ hash }) => hash))).toEqual(
          new Set(waiting.map(({ hash }) => hash)),
        )
        expect(opened.chain.blocks(0n, 1000n).map(shown)).toEqual(
          chain.blocks(0n, 1000n).map(shown),
        )
        restoreClock(other.clock, stored?.clock ?? { offsetMs: 0n }, opened.chain.head)
        const head = opened.chain.head
        const context = {
          state: head.state,
          rules: { common: head.header.common, gasLimit: 30_000_000n },
        }
        for (const transaction of stored?.pool ?? []) other.pool.add(transaction, context)
        const again = dumped({
          protocol: opened.protocol,
          chain: opened.chain,
          pool: other.pool,
          clock: other.clock,
          pending: undefined,
        })
        expect(again.toString()).toBe(first.toString())
      } finally {
        await Promise.all([devnet.close(), other.close()])
      }
    }),
    { numRuns: 25 },
  )
}, 60_000)
